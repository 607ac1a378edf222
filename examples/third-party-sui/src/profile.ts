import { referenceProfile } from '@latchkey/plugin-siwx'
import { canonicalSuiAddress, isSuiAddress } from './address.js'

/** The text that accounts of Sui sign in with, for page and server alike. */
export const suiProfile = referenceProfile({
  namespace: 'sui',
  accountKind: 'Sui',
  isAddress: isSuiAddress,
  canonicalAddress: canonicalSuiAddress,
})
