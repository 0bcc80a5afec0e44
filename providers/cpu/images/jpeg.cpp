#include <csetjmp>
#include <cstdio>
#include <cstring>

#include <jpeglib.h>

#include "core/provider/node_failure.h"
#include "providers/cpu/images/decode.h"

namespace partita::cpu {

namespace {

/// The state of one decoding. libjpeg reports errors by longjmp, so no object with a destructor may
/// live in the functions that it leaves.
struct Reader {
    jpeg_decompress_struct info{};
    jpeg_error_mgr errors{};
    jpeg_progress_mgr progress{};
    std::jmp_buf left{};
    char message[JMSG_LENGTH_MAX] = {};
};

void leave(j_common_ptr info) {
    auto* reader = static_cast<Reader*>(info->client_data);
    info->err->format_message(info, reader->message);
    std::longjmp(reader->left, 1);
}

void ignore(j_common_ptr, int) {}

/// Stops a progressive file with more than 500 scans: each scan takes the time of a whole picture.
void limitScans(j_common_ptr info) {
    constexpr int kMostScans = 500;
    auto* reader = static_cast<Reader*>(info->client_data);
    if (reader->info.input_scan_number <= kMostScans)
        return;
    std::strcpy(reader->message, "it has more than 500 scans");
    std::longjmp(reader->left, 1);
}

bool begin(Reader& reader, Bytes bytes) {
    if (setjmp(reader.left) != 0)
        return false;
    jpeg_create_decompress(&reader.info);
    reader.info.client_data = &reader;
    jpeg_mem_src(&reader.info, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    reader.progress.progress_monitor = limitScans;
    reader.info.progress = &reader.progress;
    jpeg_read_header(&reader.info, TRUE);
    reader.info.out_color_space = JCS_RGB;
    return true;
}

bool readRows(Reader& reader, std::uint8_t* to) {
    if (setjmp(reader.left) != 0)
        return false;
    jpeg_start_decompress(&reader.info); // allocates a whole progressive picture
    while (reader.info.output_scanline < reader.info.output_height) {
        JSAMPROW row = to + std::size_t{reader.info.output_scanline} * reader.info.output_width * 3;
        jpeg_read_scanlines(&reader.info, &row, 1);
    }
    jpeg_finish_decompress(&reader.info);
    return true;
}

} // namespace

Picture decodeJpeg(Bytes bytes, Wanted wanted) {
    Reader reader;
    reader.info.err = jpeg_std_error(&reader.errors);
    reader.info.client_data = &reader;
    reader.errors.error_exit = leave;
    reader.errors.emit_message = ignore;
    struct Destroy {
        Reader& reader;
        ~Destroy() { jpeg_destroy_decompress(&reader.info); }
    } destroy{reader};
    if (!begin(reader, bytes))
        throw NodeFailure(PARTITA_TEXT("the JPEG is damaged: {0}", reader.message));
    require(reader.info.num_components == 1 || reader.info.num_components == 3,
            "the JPEG has neither one nor three components");
    Picture picture;
    if (!picture.resize(reader.info.image_width, reader.info.image_height, bytes.size(), wanted))
        return picture;
    if (!readRows(reader, picture.rgb.data()))
        throw NodeFailure(PARTITA_TEXT("the JPEG is damaged: {0}", reader.message));
    return picture;
}

} // namespace partita::cpu
