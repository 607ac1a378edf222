import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { TypeRegistry } from '@polkadot/types'
import { stringToHex, u8aToString, u8aUnwrapBytes, u8aWrapBytes } from '@polkadot/util'
import { signatureVerify } from '@polkadot/util-crypto'
import { parseTransaction, recoverTransactionAddress, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { createEip155Signer } from './eip155Signer.js'
import { createPolkadotSigner } from './polkadotSigner.js'
import { createSolanaSigner } from './solanaSigner.js'
import { startTestNode } from './testNode.testing.js'
import wrapping from './vectors/wrap_bytes.json' with { type: 'json' }

const key = new Uint8Array(32).fill(7)

describe('createEip155Signer', () => {
  it('signs and sends a transaction with the fields it was given', async () => {
    const raw: `0x${string}`[] = []
    const answers: Record<string, unknown> = {
      eth_chainId: '0x7a69',
      eth_getTransactionCount: '0x5',
      eth_maxPriorityFeePerGas: '0x1',
      eth_estimateGas: '0x5208',
      eth_getBlockByNumber: { baseFeePerGas: '0x10', number: '0x1', timestamp: '0x1', transactions: [] },
    }
    const node = await startTestNode((_path, body) => {
      const { id, method, params } = JSON.parse(body)
      if (method === 'eth_sendRawTransaction') raw.push(params[0])
      return { jsonrpc: '2.0', id, result: answers[method] ?? `0x${'ab'.repeat(32)}` }
    })
    const chainId = 'eip155:31337'
    const signer = createEip155Signer({ keys: [key], chains: [chainId], rpcUrls: { [chainId]: node.url } })
    const [from = ''] = signer.addresses(chainId)
    const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const params = [{ from, to, value: toHex(10n ** 18n + 1n), data: '0xc0ffee' }]
    await signer.sign({ chainId, method: 'eth_sendTransaction', params })
    await node.stop()
    const [sent = '0x'] = raw
    expect(parseTransaction(sent)).toMatchObject({
      chainId: 31337,
      nonce: 5,
      value: 10n ** 18n + 1n,
      data: '0xc0ffee',
    })
    expect(await recoverTransactionAddress({ serializedTransaction: sent as never })).toBe(from)
  })
})

describe('createSolanaSigner', () => {
  const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const signer = createSolanaSigner({ keys: [key], chains: [chainId], rpcUrls: {} })
  const publicKey = ed25519.getPublicKey(key)
  const ask = (method: string, params: unknown): Promise<any> => signer.sign({ chainId, method, params })

  /** A transaction with `signers` that does nothing: no instructions. */
  function transactionOf(signers: readonly Uint8Array[], version0 = false): Uint8Array {
    const head = [signers.length, 0, 0, signers.length]
    const message = [...(version0 ? [0x80] : []), ...head, ...signers.flatMap((each) => [...each])]
    const blockhash = new Array(32).fill(9)
    const empty = Array(64 * signers.length).fill(0)
    return Uint8Array.from([signers.length, ...empty, ...message, ...blockhash, 0, ...(version0 ? [0] : [])])
  }

  it.each([
    ['legacy', false],
    ['version 0', true],
  ])('signs a %s transaction where its own signature goes', async (_name, version0) => {
    const other = ed25519.getPublicKey(new Uint8Array(32).fill(8))
    const bytes = transactionOf([other, publicKey], version0)
    const { signature, transaction } = await ask('solana_signTransaction', {
      transaction: base64.encode(bytes),
    })
    const signed = base64.decode(transaction)
    expect(signed.subarray(65, 129)).toEqual(base58.decode(signature))
    expect(signed.subarray(1, 65)).toEqual(new Uint8Array(64))
    expect(ed25519.verify(signed.subarray(65, 129), signed.subarray(129), publicKey)).toBe(true)
    const all = await ask('solana_signAllTransactions', { transactions: [base64.encode(bytes)] })
    expect(all.transactions).toEqual([transaction])
  })

  it('sends what it signed', async () => {
    const sent: any[] = []
    const node = await startTestNode((_path, body) => {
      sent.push(JSON.parse(body))
      return { jsonrpc: '2.0', id: 1, result: 'signature' }
    })
    const sender = createSolanaSigner({ keys: [key], chains: [chainId], rpcUrls: { [chainId]: node.url } })
    const params = {
      transaction: base64.encode(transactionOf([publicKey])),
      sendOptions: { skipPreflight: true },
    }
    const answer = await sender.sign({ chainId, method: 'solana_signAndSendTransaction', params })
    await node.stop()
    expect(answer).toEqual({ signature: 'signature' })
    expect(sent[0].method).toBe('sendTransaction')
    expect(sent[0].params[1]).toEqual({ encoding: 'base64', skipPreflight: true })
    const bytes = base64.decode(sent[0].params[0])
    expect(ed25519.verify(bytes.subarray(1, 65), bytes.subarray(65), publicKey)).toBe(true)
  })

  it.each([
    ['no bytes', ''],
    ['too few bytes', base64.encode(Uint8Array.of(1, 2, 3))],
    ['a signature count that is not the message’s', base64.encode(transactionOf([publicKey]).with(0, 0))],
    ['an unknown version', base64.encode(transactionOf([publicKey], true).with(65, 0x81))],
    ['cut short', base64.encode(transactionOf([publicKey]).subarray(0, 80))],
  ])('refuses a transaction with %s', async (_title, transaction) => {
    await expect(ask('solana_signTransaction', { transaction })).rejects.toMatchObject({ code: -32602 })
  })

  it('refuses to sign for others', async () => {
    const stranger = transactionOf([new Uint8Array(32).fill(1)])
    const transaction = base64.encode(stranger)
    await expect(ask('solana_signTransaction', { transaction })).rejects.toMatchObject({ code: 4100 })
    const pubkey = base58.encode(new Uint8Array(32).fill(1))
    await expect(ask('solana_signMessage', { message: base58.encode(key), pubkey })).rejects.toMatchObject({
      code: 4100,
    })
    await expect(
      ask('solana_signMessage', { message: '0OIl', pubkey: signer.addresses(chainId)[0] }),
    ).rejects.toMatchObject({ code: -32602 })
  })
})

describe('createPolkadotSigner', () => {
  const chainId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  const genesisHash = `0x${'91b171bb158e2d3848fa23a9f1c25182'.padEnd(64, '0')}`

  it.each(wrapping.cases)('$op $input', ({ op, input, expect: expected }) => {
    expect(u8aToString(op === 'wrap' ? u8aWrapBytes(input) : u8aUnwrapBytes(input))).toBe(expected)
  })

  it('signs a payload for its own chain and account', async () => {
    const signer = await createPolkadotSigner({ keys: [key], chains: [chainId], rpcUrls: {} })
    const [address = ''] = signer.addresses(chainId)
    expect(address).toMatch(/^1/)
    const transactionPayload = {
      address,
      genesisHash,
      blockHash: genesisHash,
      blockNumber: '0x01',
      era: '0x00',
      method: '0x000400',
      nonce: '0x00',
      specVersion: '0x01',
      transactionVersion: '0x01',
      tip: '0x00',
      signedExtensions: [
        'CheckSpecVersion',
        'CheckTxVersion',
        'CheckGenesis',
        'CheckMortality',
        'CheckNonce',
        'ChargeTransactionPayment',
      ],
      version: 4,
    }
    const ask = (payload: object, from = address) =>
      signer.sign({
        chainId,
        method: 'polkadot_signTransaction',
        params: { address: from, transactionPayload: payload },
      })
    const { signature } = (await ask(transactionPayload)) as { signature: `0x${string}` }
    const registry = new TypeRegistry()
    registry.setSignedExtensions(transactionPayload.signedExtensions)
    const payload = registry.createType('ExtrinsicPayload', transactionPayload, { version: 4 })
    // The leading type byte (1, sr25519) belongs to MultiSignature.
    expect(signature.slice(0, 4)).toBe('0x01')
    expect(signatureVerify(payload.toU8a({ method: true }), `0x${signature.slice(4)}`, address).isValid).toBe(
      true,
    )
    await expect(ask({ ...transactionPayload, genesisHash: stringToHex('other') })).rejects.toMatchObject({
      code: -32602,
    })
    await expect(
      ask(transactionPayload, '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'),
    ).rejects.toMatchObject({ code: 4100 })
  })
})
