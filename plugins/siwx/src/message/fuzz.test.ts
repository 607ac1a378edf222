import { describe, expect, it } from 'vitest'
import { fuzzParser } from '../testing/fuzzParser.js'
import { FUZZ_SUBJECTS } from '../testing/fuzzSubjects.js'
import { mutate } from '../testing/mutate.js'
import { createRandom } from '../testing/random.js'
import { unlimitedWork } from '../testing/unlimitedWork.js'
import { parseDateTime } from './dateTime.js'
import { decodeRecap, encodeRecap } from './recap.js'
import { isUri } from './uri.js'

describe('20 000 mutated messages per parser', () => {
  it.each(FUZZ_SUBJECTS)('$verifier.profile.namespace', async (subject) => {
    const report = await fuzzParser({ ...subject, count: 20_000, seed: 4361, checkLimit: 100 })
    expect(report).toMatchObject({ texts: 20_000, checked: 100, accepted: 0 })
    expect(report.kept).toBeGreaterThan(100)
    expect(report.kept).toBeLessThan(10_000)
  })
})

describe('mutated signatures', () => {
  it.each(FUZZ_SUBJECTS)('$verifier.profile.namespace', async ({ verifier, signer, chainId }) => {
    const random = createRandom(5)
    const text = 'hello'
    const bytes = new TextEncoder().encode(text)
    const message = { accountAddress: signer.address, chainId } as any
    const signature = signer.sign(text)
    const verify = (changed: string) =>
      verifier.verifySignature({ message, text, bytes, signature: changed, work: unlimitedWork })
    expect((await verify(signature)).ok).toBe(true)
    for (let index = 0; index < 1000; index++) {
      const changed = mutate(signature, random)
      const same = changed.toLowerCase() === signature.toLowerCase() || `0x${changed}` === signature
      if (!same && (await verify(changed)).ok) expect(isSameBytes(changed, signature), changed).toBe(true)
    }
  })

  it('mutated bytes, each namespace', async () => {
    const random = createRandom(6)
    for (const { verifier, signer, chainId } of FUZZ_SUBJECTS) {
      const message = { accountAddress: signer.address, chainId } as any
      for (let index = 0; index < 300; index++) {
        const signature = Uint8Array.from({ length: random.below(140) }, () => random.below(256))
        const bytes = new Uint8Array()
        const base64 = Buffer.from(signature).toString('base64')
        for (const form of [signature, base64, `ful${base64}`, `pof${base64}`, `smp${base64}`]) {
          const request = { message, text: '', bytes, signature: form, work: unlimitedWork }
          expect((await verifier.verifySignature(request)).ok).toBe(false)
        }
      }
    }
  })
})

/**
 * Other spellings of one signature: hexadecimal in another case or without its prefix, and on EVM without its last
 * byte when that says 27, which is the compact form of EIP-2098.
 */
function isSameBytes(one: string, other: string): boolean {
  const [first = '', second = ''] = [one, other].map((text) => text.replace(/^0x/, '').toLowerCase())
  return first === second || (first.length === 128 && second === `${first}1b`) || /^.{128}0[01]$/.test(first)
}

describe('mutated parts', () => {
  it('never throw anything but the error of a ReCap', () => {
    const random = createRandom(7)
    const uri = encodeRecap({
      att: { 'https://a.example': { 'a/b': [{ c: [1, { d: null }] }] } },
      prf: ['bafy'],
    })
    for (let index = 0; index < 5000; index++) {
      const changed = mutate(uri, random)
      isUri(changed)
      parseDateTime(mutate('2026-11-21T10:00:00.000Z', random))
      try {
        decodeRecap(changed)
      } catch (error) {
        expect(error).toMatchObject({ code: 'SIWX_RECAP_INVALID' })
      }
    }
  })
})
