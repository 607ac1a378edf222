export { safe, safeId } from './safe.js'
export type { SafeOptions } from './readOptions.js'
