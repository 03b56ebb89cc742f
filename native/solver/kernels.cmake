# The kernel is compiled once for each instruction set and picked at run time: object libraries, whose
# names are in `kernels`.
add_library(kernel_baseline OBJECT ${CMAKE_CURRENT_LIST_DIR}/kernel.cpp)
target_compile_definitions(kernel_baseline PRIVATE SATDOKU_LEVEL=baseline)
set(kernels kernel_baseline)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND NOT CMAKE_OSX_ARCHITECTURES MATCHES
                                                              "arm64")
  set(avx2_flags -mavx2 -mbmi -mbmi2 -mpopcnt)
  set(avx512_flags ${avx2_flags} -mavx512f -mavx512vl -mavx512bw -mavx512dq -mavx512vbmi
                   -mprefer-vector-width=512)
  foreach(level avx2 avx512)
    add_library(kernel_${level} OBJECT ${CMAKE_CURRENT_LIST_DIR}/kernel.cpp)
    target_compile_definitions(kernel_${level} PRIVATE SATDOKU_LEVEL=${level})
    target_compile_options(kernel_${level} PRIVATE ${${level}_flags})
    list(APPEND kernels kernel_${level})
  endforeach()
  add_compile_definitions(SATDOKU_X86_LEVELS)
endif()
foreach(kernel ${kernels})
  set_target_properties(${kernel} PROPERTIES POSITION_INDEPENDENT_CODE ON
                                             CXX_VISIBILITY_PRESET hidden)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Vector types never cross a translation unit here; GCC 12's own headers trip the second.
    target_compile_options(${kernel} PRIVATE -Wno-psabi -Wno-maybe-uninitialized -Wno-uninitialized)
  endif()
endforeach()
