// The line of docs/sdks.md, from a connection to bitcoinjs-lib, with a wallet's real keys.
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { Psbt } from 'bitcoinjs-lib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createPsbt, isSigned } from '../test/psbt.js'
import { Bip122Provider, bip122, bitcoinRegtest, SignPsbt } from './index.js'

let kernel: Kernel
let leave: () => void
beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  leave = createBitcoinTestWallet().register()
  kernel = createKernel(
    [bip122({ networks: [bitcoinRegtest], esploraUrls: { [bitcoinRegtest.id]: 'http://127.0.0.1:9' } })],
    { storage: memoryStorage(), logLevel: 'silent', onPluginError: 'throw' },
  )
  await kernel.start()
  await vi.waitFor(() => expect(kernel.list(Connector)).toHaveLength(1))
  await kernel.get(Session).connect({ connectorId: kernel.list(Connector)[0]!.id })
})
afterAll(async () => {
  await kernel?.dispose()
  leave?.()
  vi.unstubAllGlobals()
})

async function sign(psbt: Psbt): Promise<Psbt> {
  const signer = kernel.get(Wallets).active('bip122')?.use(SignPsbt)
  if (!signer) throw new Error('Connect a Bitcoin wallet that signs PSBTs.')
  return Psbt.fromBase64((await signer.sign({ psbt: psbt.toBase64() })).psbt)
}

it('bitcoinjs-lib gets its PSBT back, signed by the key of the account', async () => {
  const psbt = createPsbt(kernel.get(Wallets).active('bip122')!.account.address)
  const signed = await sign(psbt)
  expect(isSigned(signed)).toBe(true)
  expect(signed.finalizeAllInputs().extractTransaction().outs).toEqual(
    psbt.txOutputs.map(({ script, value }) => ({ script, value })),
  )
})

it('bitcoinjs-lib is told what is wrong with a PSBT that the account can’t sign', async () => {
  const other = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  await expect(sign(createPsbt(other))).rejects.toMatchObject({ code: 'PSBT_NOTHING_TO_SIGN' })
})

it('lets nothing be signed by what was taken from a wallet that has left', async () => {
  const wallet = kernel.get(Wallets).active('bip122')!
  const signer = wallet.use(SignPsbt)!
  const provider = wallet.provider(Bip122Provider)!
  const { networkId, account } = wallet
  const psbt = createPsbt(account.address).toBase64()
  const inputs = [{ index: 0, address: account.address }]
  const message = { networkId, address: account.address, message: 'Hello', protocol: 'bip322' } as const
  expect(typeof (await provider.signMessage!(message))).toBe('string')
  const own = provider.provider as { features: Record<string, Record<string, () => Promise<unknown>>> }
  await kernel.get(Session).disconnect()
  const left = { code: 'CONNECTION_NOT_FOUND' }
  await expect(signer.sign({ psbt })).rejects.toMatchObject(left)
  await expect(provider.signPsbt!({ networkId, psbt, inputs })).rejects.toMatchObject(left)
  await expect(provider.signMessage!(message)).rejects.toMatchObject(left)
  await expect(own.features['bitcoin:connect']!['connect']!()).rejects.toMatchObject(left)
})
