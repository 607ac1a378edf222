// Services that answer with more than they may, or in another dress of the same answer.
import { afterEach, expect, test, vi } from 'vitest'
import { askForStub } from './askPaymaster.js'
import { ask, estimateGas } from './bundlers.js'
import type { Operation } from './signOperation.js'

const signal = new AbortController().signal
const answerWith = (answer: object) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ jsonrpc: '2.0', id: 1, ...answer }))
afterEach(() => vi.restoreAllMocks())

const askWithGas = (paymasterPostOpGasLimit: string) => {
  const result = { paymaster: `0x${'3'.repeat(40)}`, paymasterData: '0x', paymasterPostOpGasLimit }
  answerWith({ result })
  return askForStub({ url: 'https://pays.example', context: {} }, {} as Operation, 1, signal)
}

test('a paymaster gets no more than a million gas', async () => {
  await expect(askWithGas('0x100000')).rejects.toThrow()
  expect((await askWithGas('0xfffff')).part.paymasterPostOpGasLimit).toBe(0xfffffn)
})

test.each(['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'])(
  'nor does a bundler get it more than a million by %s',
  async (name) => {
    const own = { preVerificationGas: '0x1', verificationGasLimit: '0x1', callGasLimit: '0x1' }
    const draft = { nonce: 0n } as Operation
    const estimateWith = (limit: string) => {
      answerWith({ result: { ...own, [name]: limit } })
      return estimateGas('https://bundler.example', draft, signal)
    }
    await expect(estimateWith('0x100000')).rejects.toThrow()
    expect(await estimateWith('0xfffff')).toMatchObject({ [name]: 0xfffffn })
  },
)

test('no one is no paymaster: the EntryPoint would charge the account, though the person reads that the app pays', async () => {
  const nobody = `0x${'0'.repeat(40)}`
  answerWith({ result: { paymaster: nobody, paymasterData: '0x', isFinal: true } })
  const service = { url: 'https://pays.example', context: {} }
  await expect(askForStub(service, {} as Operation, 1, signal)).rejects.toThrow()
})

test('an error that is null is none', async () => {
  answerWith({ result: '0x1', error: null })
  expect(await ask('https://bundler.example', 'eth_chainId', [], signal)).toBe('0x1')
})
