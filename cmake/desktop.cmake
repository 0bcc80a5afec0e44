# The entry of the window in menus, the type of .onnx files, and icons for both.
set(id org.partita.Partita)
string(TIMESTAMP PARTITA_DAY %Y-%m-%d UTC) # of SOURCE_DATE_EPOCH, if that is set
configure_file(resources/desktop/${id}.metainfo.xml.in ${id}.metainfo.xml @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/${id}.metainfo.xml DESTINATION ${data}/metainfo)
install(FILES resources/desktop/${id}.desktop DESTINATION ${data}/applications)
install(FILES resources/desktop/partita-mime.xml DESTINATION ${data}/mime/packages RENAME partita.xml)

set(icons ${data}/icons/hicolor)
install(FILES resources/icons/partita.svg DESTINATION ${icons}/scalable/apps)
install(FILES resources/icons/application-x-onnx.svg DESTINATION ${icons}/scalable/mimetypes)
# Desktops draw the SVG; pictures are for those that do not, and there are none without the tool.
find_program(RSVG_CONVERT rsvg-convert)
if(RSVG_CONVERT)
    foreach(size 16 22 24 32 48 64 128 256)
        foreach(icon partita:apps application-x-onnx:mimetypes)
            string(REPLACE ":" ";" icon ${icon})
            list(POP_BACK icon folder)
            set(svg ${CMAKE_SOURCE_DIR}/resources/icons/${icon}.svg)
            set(png ${made}/icons/${size}x${size}/${folder}/${icon}.png)
            add_custom_command(OUTPUT ${png} DEPENDS ${svg}
                COMMAND ${CMAKE_COMMAND} -E make_directory ${made}/icons/${size}x${size}/${folder}
                COMMAND ${RSVG_CONVERT} -w ${size} -h ${size} -o ${png} ${svg})
            list(APPEND pictures ${png})
            install(FILES ${png} DESTINATION ${icons}/${size}x${size}/${folder})
        endforeach()
    endforeach()
endif()
add_custom_target(icons ALL DEPENDS ${pictures})
