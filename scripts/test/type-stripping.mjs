/**
 * For a Node that runs sources in threads. Node strips types with WebAssembly, in each thread that runs sources. Where such threads come and
 * go, V8 of Node 24 ends the process now and then (one run of ten of the tests of back-ups and moves, by SIGSEGV or SIGTRAP) in
 * `Runtime_TierUpWasmToJSWrapper`, as it frees compiled calls out of WebAssembly. None is compiled with this. The built program strips no
 * types.
 */
export const noCompiledWrappers = '--wasm-wrapper-tiering-budget=2147483647'
