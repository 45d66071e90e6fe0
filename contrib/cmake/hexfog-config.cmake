# SPDX-License-Identifier: MIT
# find_package(hexfog) for CMake 3.20 and later: makes a target of each description.
#
#   find_package(hexfog REQUIRED)
#   hexfog_add_fogmap(TARGET DESCRIPTION
#                     [OUTPUT_DIR DIR]      where relative outputs go (the binary folder)
#                     [OUTPUTS FILE...]     instead of the description's own, as bake's -o
#                     [SET KEY=JSON...]     overrides of the description, as bake's --set
#                     [OPTIONS OPTION...]   more options of hexfog bake
#                     [VERIFY]              prove each texture on the CPU after its bake
#                     [EXCLUDE_FROM_ALL])
#
# TARGET is built with `all`. Its property HEXFOG_OUTPUTS lists the files, absolute. They are
# baked again when the description, its base, the program or the options change, and only
# then. HEXFOG_EXECUTABLE is the program: it is asked, when CMake configures, which outputs
# a description has, so it must exist by then; with OUTPUTS it is not asked.
#
# Sources: cmake-commands(7), add_custom_command; cmake-policies(7), CMP0116.

cmake_minimum_required(VERSION 3.20) # also sets CMP0116: depfiles with absolute paths

get_filename_component(_hexfog_prefix "${CMAKE_CURRENT_LIST_DIR}" ABSOLUTE)
find_program(HEXFOG_EXECUTABLE hexfog HINTS "${_hexfog_prefix}/../../../bin"
             DOC "The fogmap baker hexfog")
if(NOT HEXFOG_EXECUTABLE)
    set(hexfog_FOUND FALSE)
    set(hexfog_NOT_FOUND_MESSAGE "no program hexfog (set HEXFOG_EXECUTABLE)")
    return()
endif()

# Sets OUTPUTS and INPUTS, lists of absolute paths, from a dry run.
function(_hexfog_ask OUTPUTS INPUTS)
    execute_process(
        COMMAND "${HEXFOG_EXECUTABLE}" bake --dry-run --json ${ARGN}
        WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
        OUTPUT_VARIABLE report ERROR_VARIABLE errors RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message("${errors}") # as it is: FATAL_ERROR breaks lines, which editors then miss
        message(FATAL_ERROR "hexfog bake --dry-run ended with status ${status}")
    endif()
    _hexfog_paths("${report}" outputs outputs path)
    _hexfog_paths("${report}" inputs inputs)
    set(${OUTPUTS} "${outputs}" PARENT_SCOPE)
    set(${INPUTS} "${inputs}" PARENT_SCOPE)
endfunction()

# Sets RESULT to the paths in REPORT's list KEY: its members, or their member ARGN.
function(_hexfog_paths REPORT RESULT KEY)
    string(JSON count LENGTH "${REPORT}" ${KEY})
    set(paths "")
    set(index 0)
    while(index LESS count)
        string(JSON path GET "${REPORT}" ${KEY} ${index} ${ARGN})
        get_filename_component(path "${path}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
        list(APPEND paths "${path}")
        math(EXPR index "${index} + 1")
    endwhile()
    set(${RESULT} "${paths}" PARENT_SCOPE)
endfunction()

function(hexfog_add_fogmap TARGET DESCRIPTION)
    cmake_parse_arguments(PARSE_ARGV 2 ARG "VERIFY;EXCLUDE_FROM_ALL" "OUTPUT_DIR"
                          "OUTPUTS;SET;OPTIONS")
    if(ARG_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "hexfog_add_fogmap(${TARGET}): unknown ${ARG_UNPARSED_ARGUMENTS}")
    endif()
    get_filename_component(description "${DESCRIPTION}" ABSOLUTE)
    if(NOT ARG_OUTPUT_DIR)
        set(ARG_OUTPUT_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
    get_filename_component(directory "${ARG_OUTPUT_DIR}" ABSOLUTE
                           BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    file(MAKE_DIRECTORY "${directory}")

    set(board "${description}")
    foreach(override IN LISTS ARG_SET)
        list(APPEND board --set "${override}")
    endforeach()
    set(arguments ${board} ${ARG_OPTIONS})
    if(ARG_OUTPUTS)
        foreach(output IN LISTS ARG_OUTPUTS)
            get_filename_component(output "${output}" ABSOLUTE BASE_DIR "${directory}")
            list(APPEND outputs "${output}")
            list(APPEND arguments -o "${output}")
        endforeach()
        set(depfile "${CMAKE_CURRENT_BINARY_DIR}/${TARGET}.hexfog.d")
        list(GET outputs 0 first)
        list(APPEND arguments --depfile "${depfile}" --depfile-target "${first}")
        set(dependencies DEPFILE "${depfile}")
    else()
        list(APPEND arguments --output-dir "${directory}")
        _hexfog_ask(outputs inputs ${arguments})
        # Asked anew whenever one of them changes, they need no depfile. With Make, CMake 3.25 keeps
        # a depfile's names of files that have gone, and bakes at every build.
        set(dependencies DEPENDS ${inputs})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${inputs})
        if(NOT outputs)
            message(FATAL_ERROR "hexfog_add_fogmap(${TARGET}): ${description} has no outputs")
        endif()
    endif()

    set(verify "")
    if(ARG_VERIFY)
        set(textures ${outputs})
        list(FILTER textures EXCLUDE REGEX "\\.fogmap\\.json$")
        set(verify COMMAND "${HEXFOG_EXECUTABLE}" verify --quiet --gpu none ${board} ${textures})
    endif()
    add_custom_command(
        OUTPUT ${outputs}
        COMMAND "${HEXFOG_EXECUTABLE}" bake --quiet --mkdir ${arguments}
        ${verify}
        DEPENDS "${description}" "${HEXFOG_EXECUTABLE}"
        ${dependencies}
        WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
        COMMENT "Baking ${TARGET}"
        VERBATIM)
    set(all ALL)
    if(ARG_EXCLUDE_FROM_ALL)
        set(all "")
    endif()
    add_custom_target(${TARGET} ${all} DEPENDS ${outputs})
    set_target_properties(${TARGET} PROPERTIES HEXFOG_OUTPUTS "${outputs}")
endfunction()
