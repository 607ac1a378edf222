import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, bech32 } from '@scure/base'
import type { KeplrProvider } from '../src/index.js'
import { sortedJson } from '../src/sortedJson.js'

const prefixes: Readonly<Record<string, string>> = {
  'cosmoshub-4': 'cosmos',
  'osmosis-1': 'osmo',
  'osmo-test-5': 'osmo',
}

export interface TestKeplrOptions {
  readonly secretKey?: Uint8Array
  /** Every request is declined as Keplr does it. */
  readonly rejects?: boolean
  /** Answers addresses with this prefix on every chain. */
  readonly lieAboutPrefix?: string
}

/** A wallet with Keplr's provider API and a real key, for Node. */
export function createTestKeplr({
  secretKey = new Uint8Array(32).fill(7),
  rejects = false,
  lieAboutPrefix,
}: TestKeplrOptions = {}) {
  let key = secretKey
  let behaviour: 'approve' | 'reject' | 'hang' | 'fail' = rejects ? 'reject' : 'approve'
  let enabled = 0
  let signed = 0
  let next: ((document: unknown) => unknown) | undefined
  const publicKey = () => secp256k1.getPublicKey(key)
  const addressOn = (prefix: string) => bech32.encode(prefix, bech32.toWords(ripemd160(sha256(publicKey()))))

  async function answer<T>(value: () => T): Promise<T> {
    if (behaviour === 'reject') throw new Error('Request rejected')
    if (behaviour === 'fail') throw new Error('There is no chain info')
    if (behaviour === 'hang') return new Promise<never>(() => {})
    return value()
  }

  const sign = <T>(value: () => T) => {
    signed += 1
    return answer(value)
  }

  const provider: KeplrProvider = {
    enable: () => {
      enabled += 1
      return answer(() => undefined)
    },
    getKey: (chainId) =>
      answer(() => ({
        name: 'Test key',
        algo: 'secp256k1',
        pubKey: publicKey(),
        bech32Address: addressOn(lieAboutPrefix ?? (prefixes[chainId] as string)),
      })),
    signArbitrary: (_chainId, signer, data) =>
      sign(() => ({ signature: base64.encode(secp256k1.sign(adr36(signer, data), key)) })),
    signAmino: (_chainId, _signer, document) =>
      sign(() => {
        const instead = next
        next = undefined
        const shown = instead ? instead(document) : document
        const signature = base64.encode(secp256k1.sign(utf8ToBytes(sortedJson(shown)), key))
        return { signed: shown, signature: { pub_key: {}, signature } }
      }),
    disable: async () => undefined,
  }

  return {
    provider,
    addressOn,
    get publicKey() {
      return publicKey()
    },
    prompts: () => enabled,
    signatures: () => signed,
    /** Has the wallet change the next document before it signs. */
    change(instead: (document: unknown) => unknown) {
      next = instead
    },
    behave(next: typeof behaviour) {
      behaviour = next
    },
    changeAccount() {
      key = new Uint8Array(32).fill((key[0] as number) + 1)
      ;(globalThis as { window?: EventTarget }).window?.dispatchEvent(new Event('keplr_keystorechange'))
    },
    /** Puts the wallet below the page's globals and answers how to take it away. */
    install(name: string): () => void {
      const holder = globalThis as Record<string, unknown>
      holder['window'] = new EventTarget()
      holder[name] = provider
      return () => {
        delete holder['window']
        delete holder[name]
      }
    },
  }
}

/** ADR-36: the amino sign document of one MsgSignData, sorted keys, hashed by the signer with sha256. */
function adr36(signer: string, data: string | Uint8Array): Uint8Array {
  const bytes = typeof data === 'string' ? utf8ToBytes(data) : data
  const message = { type: 'sign/MsgSignData', value: { data: base64.encode(bytes), signer } }
  const document = {
    account_number: '0',
    chain_id: '',
    fee: { amount: [], gas: '0' },
    memo: '',
    msgs: [message],
    sequence: '0',
  }
  return utf8ToBytes(JSON.stringify(document))
}

export function verifyArbitrary(
  publicKey: Uint8Array,
  signer: string,
  data: string,
  signature: string,
): boolean {
  return secp256k1.verify(base64.decode(signature), adr36(signer, data), publicKey)
}
