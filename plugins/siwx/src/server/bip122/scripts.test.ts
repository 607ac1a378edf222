import { describe, expect, it } from 'vitest'
import { concat } from '../../message/bytes.js'
import { createMessage } from '../../message/createMessage.js'
import { bip122Profile } from '../../message/profiles.js'
import type { TestSigner } from '../../testing/signers.js'
import {
  ecdsaKey,
  push,
  schnorrKey,
  tapscriptSigner,
  witnessScriptSigner,
} from '../../testing/tapscriptSigner.js'
import { createVerifier } from '../createVerifier.js'
import { memoryNonces } from '../nonces/memoryNonces.js'
import { bip122 } from './bip122.js'
import { Opcode } from './Opcode.js'

const MAINNET = 'bip122:000000000019d6689c085ae165831e93'
const byte = (...bytes: number[]) => Uint8Array.from(bytes)
const repeat = (count: number, script: Uint8Array) => concat(...Array.from({ length: count }, () => script))

function setUp() {
  const verifier = createVerifier({
    domain: 'app.example',
    verifiers: [bip122()],
    nonces: memoryNonces(),
  })
  async function signIn(...signers: readonly TestSigner[]) {
    const nonce = await verifier.issueNonce()
    const requests = signers.map((signer) => {
      const message = createMessage(
        {
          domain: 'app.example',
          accountAddress: signer.address,
          uri: 'https://app.example',
          version: '1',
          chainId: MAINNET,
          nonce,
          issuedAt: new Date().toISOString(),
        },
        bip122Profile,
      )
      return { message, signature: signer.sign(message) }
    })
    const result = await verifier.verifyAll(requests)
    return { code: result.ok ? 'accepted' : result.code, again: () => verifier.verifyAll(requests) }
  }
  return signIn
}

const checkOnce = concat(push(schnorrKey), byte(Opcode.CHECKSIG))
const drop = concat(push(new Uint8Array(75)), byte(Opcode.DROP))

/** Checks one signature `count` times. The bytes that are dropped pay for them under BIP-342. */
function tapscriptOf(count: number): Uint8Array {
  const check = concat(byte(Opcode.DUP), push(schnorrKey), byte(Opcode.CHECKSIGVERIFY))
  return concat(repeat(count - 1, check), repeat(Math.ceil(count / 4), drop), checkOnce)
}

describe('work a signature may cost', () => {
  it.each([1, 20])('is enough for a script of %i keys', async (count) => {
    const { code } = await setUp()(tapscriptSigner(tapscriptOf(count)))
    expect(code).toBe('accepted')
  })

  const hashes = (code: number, count: number) =>
    concat(
      byte(Opcode.DUP),
      repeat(count, concat(byte(Opcode.DUP, code, Opcode.DROP))),
      byte(Opcode.DROP),
      checkOnce,
    )
  it.each([
    ['signatures', tapscriptOf(100)],
    ['signatures, as many as the text holds', tapscriptOf(170)],
    ['hashes', hashes(Opcode.HASH160, 3900)],
  ])('ends a script of too many %s, for the price of the nonce', async (_, script) => {
    const { code, again } = await setUp()(tapscriptSigner(script))
    expect(code).toBe('SIGNATURE_TOO_COSTLY')
    expect(await again()).toMatchObject({ code: 'NONCE_USED' })
  })

  it('is one for all sign-ins of a request', async () => {
    const signIn = setUp()
    const signer = tapscriptSigner(tapscriptOf(16))
    expect((await signIn(signer, signer)).code).toBe('accepted')
    expect((await signIn(signer, signer, signer)).code).toBe('SIGNATURE_TOO_COSTLY')
  })

  it('does not depend on how deep a script nests', async () => {
    const depth = 900
    const nested = concat(repeat(depth, byte(0x51, Opcode.IF)), repeat(depth, byte(Opcode.ENDIF)), checkOnce)
    expect((await setUp()(tapscriptSigner(nested))).code).toBe('accepted')
  })
})

/** The operations of BIP-342 that make a tapscript pass wherever they stand. */
const SUCCESS = [
  80, 98, 126, 127, 128, 129, 131, 132, 133, 134, 137, 138, 141, 142, 149, 150, 151, 152, 153,
].concat(Array.from({ length: 254 - 187 + 1 }, (_, index) => 187 + index))
/** CAT to RIGHT, INVERT to XOR, 2MUL, 2DIV, MUL to RSHIFT: before tapscript they fail a script wherever they stand. */
const DISABLED = [126, 127, 128, 129, 131, 132, 133, 134, 141, 142, 149, 150, 151, 152, 153]
const BRANCHING = [99, 100, 101, 102, 103, 104]
const operations = Array.from({ length: 255 - 79 }, (_, index) => 79 + index).filter(
  (code) => !BRANCHING.includes(code),
)

describe('an operation in a branch that does not run', () => {
  const idle = (code: number, check: Uint8Array) => concat(byte(0, Opcode.IF, code, Opcode.ENDIF), check)

  it('makes a tapscript inconclusive when it is OP_SUCCESS, also behind what fails', async () => {
    const signIn = setUp()
    for (const code of operations) {
      const wanted = SUCCESS.includes(code) ? 'SIGNATURE_INCONCLUSIVE' : 'accepted'
      expect((await signIn(tapscriptSigner(idle(code, checkOnce)))).code, `${code}`).toBe(wanted)
      if (!SUCCESS.includes(code)) continue
      const failing = concat(byte(Opcode.RETURN), checkOnce, byte(code, 0x4b))
      expect((await signIn(tapscriptSigner(failing))).code, `${code}`).toBe(wanted)
    }
  })

  it('fails a script before tapscript when it is disabled', async () => {
    const signIn = setUp()
    const check = concat(push(ecdsaKey), byte(Opcode.CHECKSIG))
    for (const code of operations) {
      const wanted = DISABLED.includes(code) ? 'SIGNATURE_INVALID' : 'accepted'
      expect((await signIn(witnessScriptSigner(idle(code, check)))).code, `${code}`).toBe(wanted)
    }
  })
})
