// Ledger's own client libraries drive the device in software: what it answers to them is what ours is held to.
import { createLedgerDevice, type LedgerDevice } from '@latchkey/devstack/ledger'
import LedgerEth, { ledgerService } from '@ledgerhq/hw-app-eth'
import LedgerSolana from '@ledgerhq/hw-app-solana'
import Transport from '@ledgerhq/hw-transport'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  hashMessage,
  hexToBytes,
  keccak256,
  recoverAddress,
  serializeTransaction,
  verifyTypedData,
} from 'viem'
import { expect, it, vi } from 'vitest'
import { pathBytes } from './lazy/bytes.js'
import { streamTypedData } from './lazy/evm/streamTypedData.js'
import { chunkPayload } from './lazy/evm/chunkPayload.js'
import { createPacketReader, toPackets } from './lazy/frames.js'
import { ethereum, solana } from './paths.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const path = "44'/60'/0'/0/0"

/** Ledger's transport over the packets of our device; every message is kept. */
class DeviceTransport extends Transport {
  readonly sent: string[] = []
  constructor(readonly device: LedgerDevice) {
    super()
  }
  override async exchange(message: Buffer): Promise<Buffer> {
    this.sent.push(message.toString('hex'))
    const read = createPacketReader(0x0101)
    for (const packet of toPackets(message, 0x0101)) {
      for (const answer of (await this.device.receive(packet)).packets) {
        const whole = read(answer)
        if (whole) return Buffer.from(whole)
      }
    }
    throw new Error('Expected an answer.')
  }
  override setScrambleKey(): void {}
}

const transport = () => new DeviceTransport(createLedgerDevice())

it('knows the addresses, and is asked for them by the same bytes', async () => {
  const own = transport()
  expect((await new LedgerEth(own).getAddress(path)).address).toBe(address)
  expect(own.sent).toEqual([
    `e002000015${Buffer.from(pathBytes(ethereum.paths.standard(0))).toString('hex')}`,
  ])
  own.device.controls.openApp = 'Solana'
  const { address: key } = await new LedgerSolana(own).getAddress("44'/501'/0'")
  expect(key).toHaveLength(32)
  expect(own.sent[1]).toBe(`e00500000d${Buffer.from(pathBytes(solana.paths.standard(0))).toString('hex')}`)
})

it('signs messages and transactions', async () => {
  const eth = new LedgerEth(transport())
  const message = await eth.signPersonalMessage(path, Buffer.from('hello').toString('hex'))
  expect(
    await recoverAddress({
      hash: hashMessage('hello'),
      signature: { r: `0x${message.r}`, s: `0x${message.s}`, v: BigInt(message.v) },
    }),
  ).toBe(address)
  const unsigned = serializeTransaction({
    chainId: 1,
    type: 'eip1559',
    nonce: 1,
    gas: 21000n,
    maxFeePerGas: 5n,
    to: address,
    value: 7n,
  })
  const { r, s, v } = await eth.signTransaction(path, unsigned.slice(2), null)
  const signature = { r: `0x${r}`, s: `0x${s}`, yParity: Number(`0x${v}`) } as const
  expect(await recoverAddress({ hash: keccak256(unsigned), signature })).toBe(address)
})

it('is given long legacy transactions in the same parts', async () => {
  for (let length = 150; length < 500; length += 1) {
    const unsigned = serializeTransaction({
      chainId: 31337,
      gasPrice: 5n,
      gas: 1n,
      to: address,
      data: `0x${'ab'.repeat(length)}`,
    })
    const own = transport()
    await new LedgerEth(own).signTransaction(path, unsigned.slice(2), null)
    const payload = Buffer.concat([pathBytes(ethereum.paths.standard(0)), hexToBytes(unsigned)])
    const ours = chunkPayload(payload, 5).map((chunk) => Buffer.from(chunk).toString('hex'))
    expect(own.sent.map((text) => text.slice(10))).toEqual(ours)
  }
})

it('is given structured data by the same bytes', async () => {
  const typed = {
    types: {
      EIP712Domain: [{ name: 'name', type: 'string' }],
      Item: [{ name: 'tags', type: 'bytes4[2][]' }],
      Order: [
        { name: 'items', type: 'Item[]' },
        { name: 'to', type: 'address' },
        { name: 'open', type: 'bool' },
        { name: 'note', type: 'string' },
      ],
    },
    primaryType: 'Order',
    domain: { name: 'Shop' },
    message: {
      items: [{ tags: [['0x01020304', '0x05060708']] }],
      to: address,
      open: true,
      note: 'x'.repeat(600),
    },
  } as const
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const own = transport()
  const eth = new LedgerEth(own, 'w0w', { ...ledgerService, calServiceURL: null } as never)
  const { r, s, v } = await eth.signEIP712Message(path, typed as never)
  const signature = `0x${r}${s}${v.toString(16).padStart(2, '0')}` as const
  expect(await verifyTypedData({ ...typed, address, signature })).toBe(true)
  const ours: string[] = []
  const app = {
    async ask(instruction: number, data: Uint8Array, { p1 = 0, p2 = 0 } = {}) {
      ours.push(Buffer.from([0xe0, instruction, p1, p2, data.length, ...data]).toString('hex'))
      return new Uint8Array()
    },
  }
  await streamTypedData(app, JSON.parse(JSON.stringify(typed)))
  expect(own.sent.filter((text) => /^e01[ac]/.test(text)).sort()).toEqual(ours.sort())
})

it('signs for Solana', async () => {
  const own = transport()
  own.device.controls.openApp = 'Solana'
  const app = new LedgerSolana(own)
  const key = Uint8Array.from((await app.getAddress("44'/501'/0'")).address)
  const message = Buffer.from([1, 0, 0, 1, ...key, ...new Uint8Array(32), ...new Uint8Array(400)])
  const { signature } = await app.signTransaction("44'/501'/0'", message)
  expect(ed25519.verify(Uint8Array.from(signature), message, key)).toBe(true)
})
