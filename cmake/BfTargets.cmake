# One function per kind of target.

# bf_add_library(NAME name SOURCES ... [LINKS ...]): the static library of one module, libbf_<name>.a.
# What it links is what architecture allows it to call; its sources include headers by their path from
# the top of the project.
function(bf_add_library)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(bf_${ARG_NAME} STATIC ${ARG_SOURCES})
  add_library(bfsweep::${ARG_NAME} ALIAS bf_${ARG_NAME})
  target_include_directories(bf_${ARG_NAME} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/bfsweep>)
  target_link_libraries(bf_${ARG_NAME} PUBLIC ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS})
  set_target_properties(bf_${ARG_NAME} PROPERTIES EXPORT_NAME ${ARG_NAME} POSITION_INDEPENDENT_CODE ON)
endfunction()

# bf_add_test_folder(kind [LABELS ...] [LINKS ...]): every test_*.c of this folder is a test program, named
# <kind>.<rest>. A file whose name ends in _long.c gets the label long, the others short.
function(bf_add_test_folder kind)
  cmake_parse_arguments(ARG "" "TIMEOUT" "LABELS;LINKS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/test_*.c)
  foreach(source IN LISTS sources)
    get_filename_component(stem ${source} NAME_WE)
    string(REGEX REPLACE "^test_" "" stem ${stem})
    set(target test_${kind}_${stem})
    add_executable(${target} ${source})
    target_link_libraries(${target} PRIVATE bf_testsupport ${ARG_LINKS})
    bf_register_test(${kind}.${stem} LABELS ${ARG_LABELS} TIMEOUT ${ARG_TIMEOUT} COMMAND ${target})
  endforeach()
endfunction()

# bf_register_test(name [LABELS ...] [TIMEOUT s] COMMAND ...): a test that says 'skipped' by exit status 77.
# What long ones need is built by the target long_tests. (tests/costs.cmake says which are begun first.)
function(bf_register_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "LABELS;COMMAND" ${ARGN})
  add_test(NAME ${name} COMMAND ${ARG_COMMAND})
  set(length short)
  if(name MATCHES "_long$")
    set(length long)
    bf_build_for_long_tests(${ARG_COMMAND})
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  if(DEFINED bf_cost_${name})
    set_tests_properties(${name} PROPERTIES COST ${bf_cost_${name}})
  endif()
  set_tests_properties(${name} PROPERTIES
    LABELS "${length};${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT} SKIP_RETURN_CODE 77
    ENVIRONMENT "BFSWEEP_SOURCE=${PROJECT_SOURCE_DIR};BFSWEEP_BINARY=$<TARGET_FILE:bfsweep>;BFSWEEP_SANITIZE=${BFSWEEP_SANITIZE};ASAN_OPTIONS=detect_leaks=1:abort_on_error=0;UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=allocator_may_return_null=1")
endfunction()

# bf_build_for_long_tests(word ...): the targets among the words of a command, and those whose files they are.
function(bf_build_for_long_tests)
  foreach(word IN LISTS ARGN)
    string(REGEX REPLACE "^\\$<TARGET_FILE:(.+)>$" "\\1" word "${word}")
    if(TARGET "${word}")
      add_dependencies(long_tests ${word})
    endif()
  endforeach()
endfunction()
