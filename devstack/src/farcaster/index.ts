export type { FarcasterPerson, FarcasterRequest, FarcasterSignature } from './signRequest.js'
export { signRequest } from './signRequest.js'
export { type FarcasterOptions, type FarcasterStack, startFarcaster } from './startFarcaster.js'
