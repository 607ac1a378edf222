'use client'

export { identity } from './identity.js'
export { useIdentity } from './useIdentity.js'
export type { UseIdentityResult } from './useIdentity.js'
export { useName } from './useName.js'
export type { UseNameResult } from './useName.js'
