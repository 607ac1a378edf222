import { ParsedMessage } from '@signinwithethereum/siwe-parser'
import { createMessage } from '../plugins/siwx/src/message/createMessage.js'
import { readHex } from '../plugins/siwx/src/message/bytes.js'
import { parseMessage } from '../plugins/siwx/src/message/parseMessage.js'
import { bip122Profile, eip155Profile } from '../plugins/siwx/src/message/profiles.js'
import { bind, type Bindings } from '../plugins/siwx/src/server/bind.js'
import { bip122 } from '../plugins/siwx/src/server/bip122/bip122.js'
import { Opcode } from '../plugins/siwx/src/server/bip122/Opcode.js'
import { createVerifier } from '../plugins/siwx/src/server/createVerifier.js'
import { eip155 } from '../plugins/siwx/src/server/eip155/eip155.js'
import { hashPersonalMessage } from '../plugins/siwx/src/server/eip155/hashPersonalMessage.js'
import type { NonceStore } from '../plugins/siwx/src/server/nonces/NonceStore.js'
import { nobleRecover, type Secp256k1Recover } from '../plugins/siwx/src/server/secp256k1Recover.js'
import { bitcoinSigner, evmSigner, type TestSigner } from '../plugins/siwx/src/testing/signers.js'
import { schnorrKey, tapscriptSigner } from '../plugins/siwx/src/testing/tapscriptSigner.js'
import { wasmRecover } from '../plugins/siwx/src/testing/wasmRecover.js'

/** Figures for bench/RESULTS.md, section SIWX: `tsx bench/siwx.bench.ts`. */

const NOW = Date.parse('2026-11-21T10:00:00.000Z')
const signer = evmSigner(1)
const text = createMessage(
  {
    domain: 'app.example',
    accountAddress: signer.address,
    statement: 'Sign in to the example.',
    uri: 'https://app.example/login',
    version: '1',
    chainId: 'eip155:1',
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-11-21T10:00:00.000Z',
    expirationTime: '2026-11-21T10:10:00.000Z',
  },
  eip155Profile,
)
const signature = signer.sign(text)

const bitcoinMessage = {
  domain: 'app.example',
  uri: 'https://app.example/login',
  version: '1',
  chainId: 'bip122:000000000019d6689c085ae165831e93',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-11-21T10:00:00.000Z',
} as const

const BINDINGS: Bindings = {
  domains: ['app.example'],
  uris: undefined,
  chains: ['eip155:1'],
  clockSkew: 60_000,
  maxAge: 600_000,
}

/** What a server does before it touches the curve. */
function parseAndBind(): boolean {
  const parsed = parseMessage(text, eip155Profile)
  return parsed.ok && bind(parsed.message, BINDINGS, NOW) === undefined
}

/** Seconds of processor time this process has used: what counts on a machine that others use too. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function rateOnce(count: number, run: () => unknown): Promise<number> {
  const started = processorSeconds()
  for (let index = 0; index < count; index++) await run()
  return count / (processorSeconds() - started)
}

function rateOnceSync(count: number, run: () => unknown): number {
  const started = processorSeconds()
  for (let index = 0; index < count; index++) run()
  return count / (processorSeconds() - started)
}

const ROUNDS = 9

/** The best of several rounds, per second of one core: whatever else runs only makes a round slower. */
function rateSync(count: number, run: () => unknown): number {
  return Math.max(...Array.from({ length: ROUNDS }, () => rateOnceSync(count, run)))
}

const show = (name: string, perSecond: number) =>
  console.log(`${name}: ${Math.round(perSecond).toLocaleString('en')}/s`)

show(
  'parse',
  rateSync(100_000, () => parseMessage(text, eip155Profile)),
)
const bound = rateSync(100_000, () => {
  if (!parseAndBind()) throw new Error('refused')
})
show('parse and bind', bound)

/** A store on which the nonce of the bench is always live, so that only the verifier is measured. */
const nonces: NonceStore = { add: async () => {}, consume: async () => 'live' }

async function compare(name: string, recover: Secp256k1Recover, count: number): Promise<void> {
  const hash = hashPersonalMessage(new TextEncoder().encode(text))
  const bytes = readHex(signature) ?? new Uint8Array()
  const recovery = bytes[64] === 27 ? 0 : 1
  const verifier = createVerifier({
    domain: 'app.example',
    verifiers: [eip155({ recover })],
    nonces,
    clock: () => NOW,
  })
  const recoverAlone = () => {
    if (!recover(hash, bytes.subarray(0, 64), recovery)) throw new Error('not recovered')
  }
  const verify = async () => {
    if (!(await verifier.verify({ message: text, signature })).ok) throw new Error('refused')
  }
  // The two take turns, so that a slow moment of the machine falls on both.
  const alone: number[] = []
  const whole: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(rateOnceSync(count, recoverAlone))
    whole.push(await rateOnce(count, verify))
  }
  show(`${name}, recover alone`, Math.max(...alone))
  show(`${name}, whole verification`, Math.max(...whole))
  console.log(`${name}, ratio: ${(Math.max(...whole) / Math.max(...alone)).toFixed(3)}`)
}

await compare('@noble/curves 2.4.0', nobleRecover, 500)
await compare('tiny-secp256k1 2.2.4 (WebAssembly)', wasmRecover, 2000)

/** A Bitcoin script with as many signature checks as the text of a signature has room for, beside an ordinary sign-in. */
async function compareScripts(): Promise<void> {
  const check = Uint8Array.of(Opcode.DUP, 32, ...schnorrKey, Opcode.CHECKSIGVERIFY)
  const pad = Uint8Array.of(75, ...new Uint8Array(75), Opcode.DROP)
  const last = Uint8Array.of(32, ...schnorrKey, Opcode.CHECKSIG)
  const hostile = [...Array(170).fill(check), ...Array(43).fill(pad), last].flatMap((part) => [...part])
  const verifier = createVerifier({ domain: 'app.example', verifiers: [bip122()], nonces, clock: () => NOW })
  const secondsOf = async (by: TestSigner, wanted: string) => {
    const message = createMessage({ ...bitcoinMessage, accountAddress: by.address }, bip122Profile)
    const signed = by.sign(message)
    const rates: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      rates.push(
        await rateOnce(20, async () => {
          const result = await verifier.verify({ message, signature: signed })
          if ((result.ok ? 'accepted' : result.code) !== wanted) throw new Error(`not ${wanted}`)
        }),
      )
    }
    return 1 / Math.max(...rates)
  }
  const plain = await secondsOf(bitcoinSigner(1), 'accepted')
  const costly = await secondsOf(tapscriptSigner(Uint8Array.from(hostile)), 'SIGNATURE_TOO_COSTLY')
  console.log(`script of 171 signature checks to a P2WPKH sign-in, ratio: ${(costly / plain).toFixed(1)}`)
}

await compareScripts()

console.log('time per character of hostile texts, nanoseconds:')
const head = text.slice(0, text.indexOf('URI: '))
const hostile: Record<string, (length: number) => string> = {
  'colons in a URI': (length) => `${head}URI: https://${':'.repeat(length)}`,
  'percent signs in a URI': (length) => `${head}URI: a:${'%41'.repeat(length / 3)}`,
  'brackets in a domain': (length) =>
    `[${':'.repeat(length)}] wants you to sign in with your Ethereum account:\n`,
  'empty lines': (length) => '\n'.repeat(length),
  resources: (length) => `${text}\nResources:${'\n- a:'.repeat(length / 5)}`,
  'a long statement': (length) => text.replace('Sign in to the example.', 'a '.repeat(length / 2)),
}
for (const [name, make] of Object.entries(hostile)) {
  const costs = [1000, 4000, 15_000].map((length) => {
    const input = make(length)
    return (
      1e9 /
      rateSync(2_000_000 / length, () => parseMessage(input, eip155Profile)) /
      input.length
    ).toFixed(2)
  })
  console.log(`  ${name}: ${costs.join(', ')} at 1 000, 4 000 and 15 000 characters`)
}

show(
  'siwe parser 4.2.1 (an ABNF interpreter), parse',
  rateSync(1000, () => new ParsedMessage(text).address),
)
