import type { NamespaceVerifier } from '@latchkey/plugin-siwx/server'
import { base64 } from '@scure/base'
import { isCosmosAddress } from './address.js'
import { isSignedArbitrary } from './arbitrary.js'
import { cosmosHub, type CosmosNetwork, osmosis } from './networks.js'
import { cosmosProfile } from './profile.js'

/** Checks sign-ins by ADR-36 of accounts with one secp256k1 key. It asks no node. */
export function cosmosVerifier(networks: readonly CosmosNetwork[] = [cosmosHub, osmosis]): NamespaceVerifier {
  return {
    profile: cosmosProfile(networks),
    verifySignature({ message, bytes, signature, signatureType }) {
      const network = networks.find(({ id }) => id === message.chainId)
      if (!network || !isCosmosAddress(message.accountAddress, [network.bech32Prefix])) {
        return {
          ok: false,
          code: 'ACCOUNT_MISMATCH',
          detail: 'The account is of another chain than the message.',
        }
      }
      if (signatureType !== undefined && signatureType !== 'adr36') {
        return { ok: false, code: 'SIGNATURE_KIND_UNSUPPORTED', detail: 'Accounts of Cosmos sign by ADR-36.' }
      }
      const read = typeof signature === 'string' ? readSignature(signature) : undefined
      if (!read) {
        return { ok: false, code: 'SIGNATURE_MALFORMED', detail: 'A signature is 64 bytes in base64.' }
      }
      return isSignedArbitrary(message.accountAddress.toLowerCase(), bytes, read)
        ? { ok: true, method: 'cosmos:adr36' }
        : { ok: false, code: 'SIGNATURE_INVALID', detail: 'The signature is not of this account.' }
    },
  }
}

/** Reads base64 in its only spelling: other bits behind its end are refused. */
function readSignature(text: string): Uint8Array | undefined {
  if (!/^[a-z\d+/]{86}==$/i.test(text)) return undefined
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}
