import { base64urlnopad } from '@scure/base'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createEntropy,
  createRecoveryCode,
  deriveKeys,
  entropyOf,
  joinKey,
  openRecoveryKit,
  openWithCode,
  openWithPrf,
  readRecoveryCode,
  sealWithCode,
  sealWithPrf,
  splitKey,
  wordsOf,
  writeRecoveryKit,
} from './index.js'

const entropies = fc.uint8Array({ minLength: 16, maxLength: 16 })
const splitId = 'a'.repeat(32)

describe('a key', () => {
  test('of the words that every tool is tested with has the addresses that every wallet shows', () => {
    const entropy = entropyOf('test test test test test test test test test test test junk')
    const { addresses, evm } = deriveKeys(entropy)
    expect(addresses.evm).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect(evm).toBe('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  })

  test('of the all-zero entropy has the Solana address of its published derivation', () => {
    const words = entropyToMnemonic(new Uint8Array(16), wordlist)
    expect(words).toBe(
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    )
    expect(deriveKeys(entropyOf(words)).addresses.solana).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
  })

  test('is made by any two of its shares, and by no one of them', async () => {
    await fc.assert(
      fc.asyncProperty(entropies, async (entropy) => {
        const { addresses } = deriveKeys(entropy)
        const { device, server, recovery } = await splitKey(entropy)
        const pairs = [
          [device, server],
          [device, recovery],
          [server, recovery],
          [recovery, device],
        ] as const
        for (const [left, right] of pairs) expect(await joinKey([left, right], addresses)).toEqual(entropy)
        await expect(joinKey([device, device], addresses)).rejects.toMatchObject({ code: 'recovery_failed' })
      }),
      { numRuns: 10 },
    )
  })

  test('is not made by shares of two splits, or by one that was changed', async () => {
    const entropy = createEntropy()
    const { addresses } = deriveKeys(entropy)
    const [first, second] = [await splitKey(entropy), await splitKey(entropy)]
    await expect(joinKey([first.device, second.server], addresses)).rejects.toMatchObject({
      code: 'recovery_failed',
    })
    const changed = Uint8Array.from(first.server, (byte, index) => (index === 3 ? byte ^ 1 : byte))
    await expect(joinKey([first.device, changed], addresses)).rejects.toMatchObject({
      code: 'recovery_failed',
    })
    await expect(joinKey([first.device, new Uint8Array()], addresses)).rejects.toMatchObject({
      code: 'recovery_failed',
    })
  })

  test('has words that lead back to it', () => {
    fc.assert(
      fc.property(entropies, (entropy) => {
        expect(entropyOf(` ${wordsOf(entropy).toUpperCase()}\n`)).toEqual(entropy)
      }),
      {
        numRuns: 50,
      },
    )
  })
})

describe('a recovery code', () => {
  test('opens what it sealed, however it is typed', async () => {
    const code = createRecoveryCode()
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){5}[0-9A-HJKMNP-TV-Z]{1,5}$/)
    const share = createEntropy()
    const sealed = await sealWithCode(code, splitId, share)
    for (const typed of [
      code,
      code.toLowerCase(),
      code.replaceAll('-', ' '),
      ` ${code.replaceAll('0', 'o').replaceAll('1', 'l')} `,
      // As a Japanese keyboard writes it.
      code.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0)),
    ]) {
      expect(await openWithCode(typed, splitId, sealed)).toEqual(share)
    }
  })

  test('with a typing error is told from the code of another wallet', async () => {
    const [code, other] = [createRecoveryCode(), createRecoveryCode()]
    const sealed = await sealWithCode(code, splitId, createEntropy())
    await expect(openWithCode(other, splitId, sealed)).rejects.toThrow("doesn't open")
    let caught = 0
    for (let index = 0; index < code.length; index += 1) {
      if (code[index] === '-') continue
      const typed = `${code.slice(0, index)}${code[index] === '7' ? '8' : '7'}${code.slice(index + 1)}`
      try {
        readRecoveryCode(typed)
      } catch (error) {
        expect((error as Error).message).toContain('typing error')
        caught += 1
      }
    }
    // One in 65,536 passes the checksum.
    expect(caught).toBeGreaterThanOrEqual(28)
    for (const typed of ['', 'abc', '!!!!!', code.slice(1), `${code}0`])
      expect(() => readRecoveryCode(typed)).toThrow()
  })

  test('opens nothing of another split, nor of a passkey, nor what was changed', async () => {
    const code = createRecoveryCode()
    const share = createEntropy()
    const sealed = await sealWithCode(code, splitId, share)
    await expect(openWithCode(code, 'b'.repeat(32), sealed)).rejects.toMatchObject({
      code: 'recovery_failed',
    })
    const changed = `${sealed.slice(0, -4)}${sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    await expect(openWithCode(code, splitId, changed)).rejects.toMatchObject({ code: 'recovery_failed' })
    const output = crypto.getRandomValues(new Uint8Array(32))
    const byPasskey = await sealWithPrf(output, splitId, share)
    expect(await openWithPrf(output, splitId, byPasskey)).toEqual(share)
    await expect(openWithCode(code, splitId, byPasskey)).rejects.toMatchObject({ code: 'recovery_failed' })
  })
})

test('a recovery kit opens with its code, without any service, and not without the code', async () => {
  const entropy = createEntropy()
  const { addresses } = deriveKeys(entropy)
  const shares = await splitKey(entropy)
  const code = createRecoveryCode()
  const kit = writeRecoveryKit({
    split: splitId,
    addresses,
    share: base64urlnopad.encode(shares.device),
    recoveries: [{ kind: 'code', sealed: await sealWithCode(code, splitId, shares.recovery) }],
  })
  const opened = await openRecoveryKit(kit, code)
  expect(opened).toMatchObject({ addresses, words: wordsOf(entropy), evmPrivateKey: deriveKeys(entropy).evm })
  expect(opened.solanaPrivateKey).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
  await expect(openRecoveryKit(kit, createRecoveryCode())).rejects.toMatchObject({ code: 'recovery_failed' })
  await expect(openRecoveryKit('{}', code)).rejects.toThrow('no recovery kit')
  expect(kit).not.toContain(code)
})
