export { permissionContracts } from './contracts.js'
export {
  decodeContext,
  delegationTypedData,
  encodeContext,
  endAllCall,
  endCall,
  hashDelegation,
} from './delegation.js'
export type { Caveat, Delegation, SignedDelegation } from './delegation.js'
export { readPermissionNonce, readPermissionState } from './readPermissionState.js'
export type { PermissionState } from './readPermissionState.js'
export { redeemCalls } from './redeemCalls.js'
export type { GivenPermission, PermittedCall, RedeemCall } from './redeemCalls.js'
export { UnknownPermissionError } from './UnknownPermissionError.js'
export { caveatsOf, latestTime, readTerms } from './terms.js'
export type { Allowance, Terms } from './terms.js'
