#include "app/pictures/webp_animation.h"

#include <webp/encode.h>
#include <webp/mux.h>

#include "core/base/message.h"

namespace partita {

struct WebpAnimation::Encoder {
    int width = 0, height = 0, time = 0; ///< time: of the next frame, in milliseconds
    WebPAnimEncoder* encoder = nullptr;

    [[nodiscard]] Error error() const {
        return {Errc::unsupported,
                PARTITA_TEXT("the animation could not be encoded: {0}",
                             encoder ? WebPAnimEncoderGetError(encoder) : "out of memory"),
                {},
                PARTITA_TEXT("use a smaller width")};
    }
};

WebpAnimation::WebpAnimation(int width, int height)
    : m_encoder(std::make_unique<Encoder>(Encoder{width, height})) {
    WebPAnimEncoderOptions options;
    if (!WebPAnimEncoderOptionsInit(&options))
        return; // `add` fails
    options.anim_params.loop_count = 0;
    m_encoder->encoder = WebPAnimEncoderNew(width, height, &options);
}

WebpAnimation::~WebpAnimation() { WebPAnimEncoderDelete(m_encoder->encoder); }

Result<void> WebpAnimation::add(std::span<const std::uint8_t> pixels, int milliseconds) {
    WebPConfig config;
    WebPPicture picture;
    if (!m_encoder->encoder || !WebPConfigInit(&config) || !WebPPictureInit(&picture))
        return m_encoder->error();
    config.lossless = 1;
    config.quality = 40; // effort: more takes far longer and saves little of drawings
    config.method = 2;
    picture.use_argb = 1;
    picture.width = m_encoder->width;
    picture.height = m_encoder->height;
    const bool added = WebPPictureImportBGRX(&picture, pixels.data(), 4 * m_encoder->width) &&
                       WebPAnimEncoderAdd(m_encoder->encoder, &picture, m_encoder->time, &config);
    WebPPictureFree(&picture);
    if (!added)
        return m_encoder->error();
    m_encoder->time += milliseconds;
    return {};
}

Result<std::string> WebpAnimation::finish() {
    WebPData data;
    WebPDataInit(&data);
    if (!m_encoder->encoder ||
        !WebPAnimEncoderAdd(m_encoder->encoder, nullptr, m_encoder->time, nullptr) ||
        !WebPAnimEncoderAssemble(m_encoder->encoder, &data))
        return m_encoder->error();
    std::string bytes(reinterpret_cast<const char*>(data.bytes), data.size);
    WebPDataClear(&data);
    return bytes;
}

} // namespace partita
