import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { Address, OutScript, p2tr, p2wpkh, Transaction, WIF } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import {
  createBip322Transactions,
  hashBip322Message,
  hashBitcoinMessage,
  signBip322Message,
  signBitcoinMessage,
} from './bitcoinMessage.js'
import { createBip122Signer } from './bip122Signer.js'
import bip322 from './vectors/bip322_basic.json' with { type: 'json' }
import legacy from './vectors/legacy_bitcoinjs_message.json' with { type: 'json' }
import { startTestNode } from './testNode.testing.js'
import { verifyBip322P2wpkh } from './verifyBip322.testing.js'

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const prefixes: Record<string, string> = {
  bitcoin: 'Bitcoin Signed Message:\n',
  dogecoin: 'Dogecoin Signed Message:\n',
}

/** The vectors that sign or hash; verifying is the dapp's business and checked where the dapp is. */
const hashing = bip322.cases.filter(({ group }) => group === 'tx_hashes')
const simple = bip322.cases.filter(({ group, type }) => group === 'simple' && type === 'p2wpkh')
const magic = legacy.cases.filter(({ group }) => group === 'valid.magicHash')
const signing = legacy.cases.filter(({ group }) => group === 'valid.sign')

describe('BIP-322 public vectors', () => {
  it('are there', () => {
    expect([hashing.length, simple.length, magic.length, signing.length]).toEqual([2, 1, 2, 1])
  })

  it.each(hashing)('$id hashes message and virtual transactions', (vector: any) => {
    const script = OutScript.encode(Address().decode(vector.address))
    const { toSpendId, toSign } = createBip322Transactions(vector.message, script)
    expect(bytesToHex(hashBip322Message(vector.message))).toBe(vector.message_hash)
    expect(toSpendId).toBe(vector.to_spend_tx_hash)
    expect(toSign.id).toBe(vector.to_sign_tx_hash)
  })

  it.each(simple)('$id signs as published', (vector: any) => {
    const key = WIF().decode(vector.private_keys[0])
    const script = OutScript.encode(Address().decode(vector.address))
    const signature = signBip322Message(vector.message, key, script)
    const published = vector.bip322_signatures.map((text: string) => text.replace(/^smp/, ''))
    expect(published).toContain(base64.encode(signature))
    for (const text of published) {
      expect(verifyBip322P2wpkh(vector.message, vector.address, base64.decode(text))).toBe(true)
    }
  })

  it.each(bip322.cases.filter(({ description }) => description?.startsWith('wrong message')))(
    '$id is refused',
    (vector) => {
      const signature = base64.decode(vector.signature?.replace(/^smp/, '') ?? '')
      expect(verifyBip322P2wpkh(vector.message, vector.address, signature)).toBe(false)
    },
  )
})

describe('legacy message public vectors', () => {
  it.each(magic)('$id', (vector) => {
    expect(bytesToHex(hashBitcoinMessage(vector.message ?? '', prefixes[vector.network ?? '']))).toBe(
      vector.magicHash,
    )
  })

  it.each(signing)('$id', (vector: any) => {
    const key = hexToBytes(BigInt(vector.d).toString(16).padStart(64, '0'))
    expect(base64.encode(signBitcoinMessage(vector.message, key, 'p2pkh'))).toBe(vector.compressed.signature)
    expect(base64.encode(signBitcoinMessage(vector.message, key, 'p2wpkh'))).toBe(
      vector.segwit.P2WPKH.signature,
    )
  })
})

describe('createBip122Signer', () => {
  const key = hexToBytes('11'.repeat(32))
  const signer = createBip122Signer({ keys: [key], chains: [mainnet, regtest], rpcUrls: {} })
  const [payment = '', ordinal = ''] = signer.addresses(mainnet)
  const ask = (method: string, params: unknown, chainId = mainnet): Promise<any> =>
    signer.sign({ chainId, method, params })

  it('holds a payment and an ordinal address on each network', async () => {
    expect([payment.slice(0, 4), ordinal.slice(0, 4)]).toEqual(['bc1q', 'bc1p'])
    expect(signer.addresses(regtest)[0]).toMatch(/^bcrt1q/)
    const listed = await ask('getAccountAddresses', { account: payment })
    expect(listed.map(({ intention }: any) => intention)).toEqual(['payment', 'ordinal'])
  })

  it('signs a message with a recoverable signature by default', async () => {
    const { signature, messageHash } = await ask('signMessage', { account: payment, message: 'hi' })
    const bytes = hexToBytes(signature)
    const recovery = Uint8Array.of((bytes[0] ?? 0) - 39, ...bytes.subarray(1))
    const found = secp256k1.Signature.fromBytes(recovery, 'recovered').recoverPublicKey(
      hexToBytes(messageHash),
    )
    expect(p2wpkh(found.toBytes()).address).toBe(payment)
  })

  it('signs for taproot with BIP-322 only', async () => {
    const { signature } = await ask('signMessage', { account: payment, address: ordinal, message: 'hi' })
    expect(signature).toMatch(/^0140[0-9a-f]{128}$/)
    await expect(ask('signMessage', { account: ordinal, message: 'hi', protocol: 'ecdsa' })).rejects.toThrow(
      'bip322',
    )
  })

  it.each([
    [
      'a stranger',
      'signMessage',
      { account: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', message: 'x' },
      4100,
    ],
    ['no message', 'signMessage', { account: payment }, -32602],
    ['another method', 'signEverything', {}, 4200],
    ['a PSBT that is none', 'signPsbt', { account: payment, psbt: 'AAAA', signInputs: [] }, -32602],
    [
      'an amount that is no integer',
      'sendTransfer',
      { account: payment, recipientAddress: ordinal, amount: '0.5' },
      -32602,
    ],
    ['no node', 'sendTransfer', { account: payment, recipientAddress: ordinal, amount: '5' }, -32603],
  ])('refuses %s', async (_title, method, params, code) => {
    await expect(ask(method, params)).rejects.toMatchObject({ code })
  })

  it('signs the inputs of a PSBT it is told to, and no other', async () => {
    const [first, second] = [
      p2wpkh(secp256k1.getPublicKey(key)),
      p2tr(secp256k1.getPublicKey(key).subarray(1)),
    ]
    const psbt = new Transaction()
    const txid = hexToBytes('22'.repeat(32))
    psbt.addInput({ txid, index: 0, witnessUtxo: { script: first.script, amount: 10_000n } })
    const tapInternalKey = secp256k1.getPublicKey(key).subarray(1)
    psbt.addInput({ txid, index: 1, witnessUtxo: { script: second.script, amount: 10_000n }, tapInternalKey })
    psbt.addOutput({ script: first.script, amount: 15_000n })
    const encoded = base64.encode(psbt.toPSBT())
    const sign = async (signInputs: object[]) =>
      Transaction.fromPSBT(
        base64.decode((await ask('signPsbt', { account: payment, psbt: encoded, signInputs })).psbt),
      )
    const partly = await sign([{ address: payment, index: 0 }])
    expect(partly.getInput(0).partialSig).toHaveLength(1)
    expect(partly.getInput(1).tapKeySig).toBeUndefined()
    const whole = await sign([
      { address: payment, index: 0 },
      { address: ordinal, index: 1 },
    ])
    whole.finalize()
    expect(whole.isFinal).toBe(true)
    await expect(sign([{ address: payment, index: 7 }])).rejects.toMatchObject({ code: -32602 })
  })

  it('sends a transfer it signed, with change back to itself', async () => {
    const sent: string[] = []
    const node = await startTestNode((path, body) => {
      if (path.endsWith('/utxo')) return [{ txid: '33'.repeat(32), vout: 1, value: 100_000 }]
      if (path === '/fee-estimates') return { 1: 12 }
      sent.push(body)
      return Transaction.fromRaw(hexToBytes(body)).id
    })
    const sender = createBip122Signer({ keys: [key], chains: [regtest], rpcUrls: { [regtest]: node.url } })
    const [from = '', to = ''] = sender.addresses(regtest)
    const params = { account: from, recipientAddress: to, amount: '40000' }
    const { txid } = (await sender.sign({ chainId: regtest, method: 'sendTransfer', params })) as {
      txid: string
    }
    await node.stop()
    const transaction = Transaction.fromRaw(hexToBytes(sent[0] ?? ''))
    expect(transaction.id).toBe(txid)
    const outputs = [transaction.getOutput(0), transaction.getOutput(1)]
    const toScript = bytesToHex(outputs.find(({ amount }) => amount === 40_000n)?.script ?? new Uint8Array())
    expect(toScript).toBe(bytesToHex(p2tr(secp256k1.getPublicKey(key).subarray(1)).script))
    const fee = 100_000n - outputs.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)
    expect(fee).toBeGreaterThan(0n)
    expect(fee).toBeLessThan(5_000n)
  })
})
