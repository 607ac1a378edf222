import { hex } from '@scure/base'
import { Address, OutScript } from '@scure/btc-signer'
import { DevstackError } from '../devstackError.js'
import { regtest } from './regtest.js'

/** The output script of a regtest address in hex. Throws {@link DevstackError} INVALID_OPTION. */
export function scriptOfAddress(address: string): string {
  try {
    return hex.encode(OutScript.encode(Address(regtest).decode(address)))
  } catch (cause) {
    const message = `"${address}" is not a Bitcoin regtest address. Expected one that starts with bcrt1, m, n or 2.`
    throw new DevstackError('INVALID_OPTION', message, { cause })
  }
}

/** How an Esplora server names a script, and the address it pays, where there is one. */
export interface ScriptDescription {
  readonly type: string
  readonly address: string | undefined
}

const typeNames: Readonly<Record<string, string>> = {
  p2a: 'anchor',
  pk: 'p2pk',
  pkh: 'p2pkh',
  sh: 'p2sh',
  wpkh: 'v0_p2wpkh',
  wsh: 'v0_p2wsh',
  tr: 'v1_p2tr',
  ms: 'multisig',
}

const opReturn = 0x6a

/** Describes an output script. */
export function describeScript(script: Uint8Array): ScriptDescription {
  if (script[0] === opReturn) return { type: 'op_return', address: undefined }
  try {
    const decoded = OutScript.decode(script)
    const type = (decoded && typeNames[decoded.type]) ?? 'unknown'
    return { type, address: addressTypes.has(type) ? encodeAddress(script) : undefined }
  } catch {
    return { type: 'unknown', address: undefined }
  }
}

const addressTypes: ReadonlySet<string> = new Set(['p2pkh', 'p2sh', 'v0_p2wpkh', 'v0_p2wsh', 'v1_p2tr'])

type AddressValue = Parameters<ReturnType<typeof Address>['encode']>[0]

const encodeAddress = (script: Uint8Array) =>
  Address(regtest).encode(OutScript.decode(script) as AddressValue)
