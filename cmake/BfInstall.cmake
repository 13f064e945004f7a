# Installed: the program, the libraries that others may build on (base, core, policies, workloads) with their
# headers under include/bfsweep, a pkg-config file and a CMake package.
include(CMakePackageConfigHelpers)

install(TARGETS bfsweep RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS bf_base bf_core bf_policies bf_workloads EXPORT bfsweepTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(module engine/base engine/core policies workloads)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${module}/
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/bfsweep/${module}
          FILES_MATCHING PATTERN "*.h" PATTERN "*_internal.h" EXCLUDE)
endforeach()
install(EXPORT bfsweepTargets NAMESPACE bfsweep::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bfsweep)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/bfsweepConfig.cmake.in
  ${PROJECT_BINARY_DIR}/bfsweepConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bfsweep)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/bfsweepConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bfsweepConfig.cmake ${PROJECT_BINARY_DIR}/bfsweepConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bfsweep)
# The installed tree may be moved, and the libraries are static: whoever links them links what they need.
file(RELATIVE_PATH bf_prefix_from_pc "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file(${PROJECT_SOURCE_DIR}/cmake/bfsweep.pc.in ${PROJECT_BINARY_DIR}/bfsweep.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/bfsweep.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
