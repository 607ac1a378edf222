import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { p2pkh, p2tr, p2wpkh, RawTx, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findNode } from './findNode.js'
import { regtest } from './regtest.js'
import { type BitcoinStack, startBitcoin } from './startBitcoin.js'

let stack: BitcoinStack
beforeAll(async () => {
  stack = await startBitcoin()
})
afterAll(() => stack.stop())

const text = async (path: string, init?: RequestInit) => {
  const response = await fetch(stack.url + path, init)
  return { status: response.status, body: await response.text() }
}
const json = async (path: string) => JSON.parse((await text(path)).body)
const post = (body: string) => text('/tx', { method: 'POST', body })

const wallet = () => {
  const key = secp256k1.utils.randomSecretKey()
  const publicKey = secp256k1.getPublicKey(key, true)
  return {
    key,
    segwit: p2wpkh(publicKey, regtest),
    taproot: p2tr(schnorr.getPublicKey(key), undefined, regtest),
    legacy: p2pkh(publicKey, regtest),
  }
}

describe('the chain', () => {
  test('the faucet pays addresses of every kind, in a block', async () => {
    const { segwit, taproot, legacy } = wallet()
    expect(segwit.address).toMatch(/^bcrt1q/)
    expect(taproot.address).toMatch(/^bcrt1p/)
    for (const { address } of [segwit, taproot, legacy]) {
      const txid = await stack.faucet(address!, 123_456_789n)
      expect(await stack.balanceOf(address!)).toBe(123_456_789n)
      const found = await json(`/tx/${txid}`)
      expect(found.status).toMatchObject({
        confirmed: true,
        block_height: Number((await text('/blocks/tip/height')).body),
      })
      expect(found.vout[0]).toMatchObject({ scriptpubkey_address: address, value: 123_456_789 })
      expect(await json(`/address/${address}`)).toMatchObject({
        address,
        chain_stats: { funded_txo_count: 1, funded_txo_sum: 123_456_789, spent_txo_sum: 0, tx_count: 1 },
        mempool_stats: { tx_count: 0 },
      })
      expect(await json(`/address/${address}/utxo`)).toEqual([
        { txid, vout: 0, value: 123_456_789, status: found.status },
      ])
      expect(RawTx.decode(hex.decode((await text(`/tx/${txid}/hex`)).body)).outputs[0]!.amount).toBe(
        123_456_789n,
      )
    }
  })

  test('payments at the same time use different coins', async () => {
    const { segwit } = wallet()
    const ids = await Promise.all(
      [1, 2, 3].map((count) => stack.faucet(segwit.address!, BigInt(count) * 10_000n)),
    )
    expect(new Set(ids).size).toBe(3)
    expect(await stack.balanceOf(segwit.address!)).toBe(60_000n)
  })

  test('the faucet refuses an address of another network and dust', async () => {
    await expect(stack.faucet('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 10_000n)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
    })
    await expect(stack.faucet(wallet().segwit.address!, 10n)).rejects.toThrow('cannot send 10 sat')
  })
})

describe('transactions', () => {
  async function spend(
    kind: 'segwit' | 'taproot' | 'legacy',
    change: { flip?: boolean; create?: boolean; amount?: bigint; fee?: bigint } = {},
  ) {
    const from = wallet()
    const to = wallet().segwit
    const source = from[kind]
    const txid = await stack.faucet(source.address!, 100_000n)
    const transaction = new Transaction()
    const nonWitnessUtxo = hex.decode((await text(`/tx/${txid}/hex`)).body)
    transaction.addInput({
      txid,
      index: 0,
      ...(kind === 'legacy'
        ? { nonWitnessUtxo }
        : { witnessUtxo: { script: source.script, amount: 100_000n } }),
      ...(kind === 'taproot' ? { tapInternalKey: from.taproot.tapInternalKey! } : {}),
    })
    const amount = 100_000n - (change.fee ?? 300n)
    transaction.addOutputAddress(to.address!, change.amount ?? amount, regtest)
    transaction.sign(from.key)
    transaction.finalize()
    const raw = RawTx.decode(transaction.extract())
    if (change.flip) {
      const signature = raw.witnesses?.[0]?.[0] ?? raw.inputs[0]!.finalScriptSig
      signature[20]! ^= 1
    }
    if (change.create) raw.outputs[0]!.amount = 100_001n
    return { source, to, amount, body: hex.encode(RawTx.encode(raw)) }
  }

  test.each(['segwit', 'taproot', 'legacy'] as const)(
    'a %s spend waits in the mempool, then is mined',
    async (kind) => {
      const { source, to, amount, body } = await spend(kind)
      const sent = await post(body)
      expect(sent.status, sent.body).toBe(200)
      const txid = sent.body
      const waiting = await json(`/tx/${txid}`)
      expect(waiting).toMatchObject({ txid, fee: 300, status: { confirmed: false } })
      expect(waiting.vin[0].prevout).toMatchObject({ scriptpubkey_address: source.address, value: 100_000 })
      expect(await json('/mempool/txids')).toContain(txid)
      expect((await json(`/address/${to.address}`)).mempool_stats.funded_txo_sum).toBe(Number(amount))
      expect(await stack.balanceOf(source.address!)).toBe(0n)
      await stack.mine()
      expect((await json(`/tx/${txid}/status`)).confirmed).toBe(true)
      expect(await json('/mempool')).toMatchObject({ count: 0 })
      expect(await stack.balanceOf(to.address!)).toBe(amount)
      expect((await json(`/address/${source.address}/txs`)).map((one: { txid: string }) => one.txid)[0]).toBe(
        txid,
      )
      expect((await json(`/tx/${waiting.vin[0].txid}/outspends`))[0]).toMatchObject({ spent: true, txid })
    },
  )

  test.each([
    ['segwit', 'script-verify-flag'],
    ['taproot', 'Invalid Schnorr signature'],
    ['legacy', 'script-verify-flag'],
  ] as const)('a %s spend with one flipped signature bit is refused', async (kind, reason) => {
    const { source, body } = await spend(kind, { flip: true })
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toContain(reason)
    expect(await stack.balanceOf(source.address!)).toBe(100_000n)
  })

  test('spending more than there is, spending twice and nonsense are refused', async () => {
    expect((await post((await spend('segwit', { create: true })).body)).body).toContain(
      'bad-txns-in-belowout',
    )
    expect((await post((await spend('segwit', { fee: 10n })).body)).body).toContain('min relay fee not met')
    const { body } = await spend('segwit')
    await post(body)
    await stack.mine()
    expect((await post(body)).status).toBe(400)
    expect((await post('00')).body).toContain('TX decode failed')
  })

  test('a fee floor and a dust limit are those of Bitcoin', async () => {
    expect((await post((await spend('segwit', { fee: 111n })).body)).status).toBe(200)
    expect((await post((await spend('segwit', { amount: 294n })).body)).body).not.toContain('dust')
    expect((await post((await spend('segwit', { amount: 293n })).body)).body).toContain('dust')
  })
})

describe('the interface', () => {
  test('fee routes give what was configured, and a page of another origin may read them', async () => {
    const response = await fetch(`${stack.url}/v1/fees/recommended`, {
      headers: { origin: 'http://localhost:5173' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({
      fastestFee: 12,
      halfHourFee: 10,
      hourFee: 8,
      economyFee: 4,
      minimumFee: 1,
    })
    expect((await json('/fee-estimates'))['1']).toBe(12)
  })

  test('the tip is the newest block', async () => {
    const before = Number((await text('/blocks/tip/height')).body)
    await stack.mine(2)
    expect(Number((await text('/blocks/tip/height')).body)).toBe(before + 2)
    const hash = (await text('/blocks/tip/hash')).body
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect((await text(`/block-height/${before + 2}`)).body).toBe(hash)
  })

  test('long histories come in pages of 25', async () => {
    const { segwit } = wallet()
    for (let count = 0; count < 27; count++) await stack.faucet(segwit.address!, 10_000n)
    const first = await json(`/address/${segwit.address}/txs`)
    expect(first).toHaveLength(25)
    const rest = await json(`/address/${segwit.address}/txs/chain/${first[24].txid}`)
    expect(rest).toHaveLength(2)
    const heights = [...first, ...rest].map((one) => one.status.block_height)
    expect(heights).toEqual([...heights].sort((a, b) => b - a))
  })

  test('unknown things are 404, addresses of other networks 400', async () => {
    expect((await text(`/tx/${'0'.repeat(64)}`)).status).toBe(404)
    expect((await text('/nothing')).status).toBe(404)
    expect(await text('/address/bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toEqual({
      status: 400,
      body: 'Invalid Bitcoin address',
    })
    expect((await text('/fee-estimates', { method: 'DELETE' })).status).toBe(405)
  })
})

describe('the node', () => {
  test('a missing program is one clear error, after one attempt to install it', async () => {
    const environment = { PATH: mkdtempSync(join(tmpdir(), 'latchkey-empty-')) }
    let attempts = 0
    const install = async () => {
      attempts++
      throw new Error('no network')
    }
    await expect(findNode({ environment, install })).rejects.toMatchObject({ code: 'BINARY_MISSING' })
    expect(attempts).toBe(1)
    await expect(findNode({ environment, install: undefined })).rejects.toThrowErrorMatchingInlineSnapshot(
      `[DevstackError: The Bitcoin test chain needs the program "litecoind", which was not found. Install it, on Debian with "apt-get install litecoind", or set LITECOIND_PATH to it.]`,
    )
  })

  test('stopping ends the process and may be repeated', async () => {
    const other = await startBitcoin()
    await Promise.all([other.stop(), other.stop()])
    expect(existsSync(`/proc/${other.pid}`)).toBe(false)
    await expect(fetch(other.url)).rejects.toThrow()
  })
})
