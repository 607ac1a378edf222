export { createKitSigner } from './createKitSigner.js'
export type { KitSigner } from './createKitSigner.js'
