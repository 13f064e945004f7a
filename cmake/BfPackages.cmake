# The libraries we stand on; Debian 12's versions are the floor. Each is used by the module named.
find_package(PkgConfig REQUIRED)
find_package(ZLIB REQUIRED)                                   # workloads: gzip
find_package(GSL REQUIRED)                                    # workloads: models; analysis
find_package(HDF5 REQUIRED COMPONENTS C HL)                   # engine/store
find_package(OpenMP REQUIRED COMPONENTS C)                     # engine/sweep: threads
pkg_check_modules(INIH REQUIRED IMPORTED_TARGET inih)         # engine/sweep: plan files
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)  # engine/base: hashes
if(BFSWEEP_TESTS)
  pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)   # tests
endif()

# HDF5 as one target, with its headers marked as the system's.
add_library(bf_hdf5 INTERFACE)
target_include_directories(bf_hdf5 SYSTEM INTERFACE ${HDF5_C_INCLUDE_DIRS})
target_compile_definitions(bf_hdf5 INTERFACE ${HDF5_C_DEFINITIONS})
target_link_libraries(bf_hdf5 INTERFACE ${HDF5_C_HL_LIBRARIES} ${HDF5_C_LIBRARIES})
