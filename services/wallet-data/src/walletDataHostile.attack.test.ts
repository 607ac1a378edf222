// Contracts that answer anything to every call, and the words that nodes have for code that cannot run. One bad contract
// costs its own record, and nothing that is written beside it.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Address, createWalletClient, encodeAbiParameters, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { localMarket, startWalletData, type WalletData } from './index.js'
import { createReader } from './test/reader.js'
import { type Postgres, startPostgres } from '@latchkey/devstack/postgres'

const transfer = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: number) => value.toString(16).padStart(4, '0')

/** Deploys any code, and logs a transfer to the deployer on the way: of a coin, or of an item with an id. */
function deploying(code: string, isItem: boolean): Hex {
  const sides = `3333 7f${transfer}`.replace(' ', '')
  const log = isItem ? `6007${sides}5f5fa4` : `60015f52${sides}60205fa3`
  const size = word(code.length / 2)
  const start = log.length / 2 + 13
  return `0x${log}61${size}61${word(start)}5f3961${size}5ff3${code}`
}

/** Code that answers these bytes to every call. */
const answering = (answer: Hex) => {
  const bytes = answer.slice(2)
  const size = word(bytes.length / 2)
  return `61${size}61000d5f3961${size}5ff3${bytes}`
}
const text = (value: string) => answering(encodeAbiParameters([{ type: 'string' }], [value]))
const item = (json: string) => text(`data:application/json;base64,${Buffer.from(json).toString('base64')}`)
const words = (...list: string[]) => answering(`0x${list.map((one) => one.padStart(64, '0')).join('')}`)
const most = 'f'.repeat(64)

const codes: Readonly<Record<string, string>> = {
  'nothing, being empty': '',
  'an opcode without operands': '01',
  'a jump without a target': '56',
  'a jump into nowhere': '600156',
  'a revert without operands': 'fd',
  'the invalid opcode': 'fe',
  'an opcode that is not known': '0c',
  'an endless loop': '5b5f56',
  'more memory than there is': `7f${most}5ff3`,
  'a plain stop': '00',
  'a revert without reason': '5f5ffd',
  'a revert with rubbish': '60ff5ffd',
  'no bytes': '5f5ff3',
  'one byte': '60015ff3',
  'a word of ones': words(most),
  'a word of zeros': words('0'),
  'two words': words('20', '0'),
  'half a word more': answering(`0x${'ab'.repeat(48)}`),
  'a text that starts beyond the end': words(most, most),
  'a text that is longer than all': words('20', most, '41'),
  'a text within itself': words('0', '0', '0'),
  'a mebibyte': '621000005ff3',
  'four mebibytes': '624000005ff3',
  'a text of NUL': text('\0\0\0'),
  'a text with NUL and direction marks': text('A\0\u202eB\u200b\ud83d'),
  'bytes that are no UTF-8': words('20', '4', `fffefdc0${'0'.repeat(56)}`),
  'a picture with NUL': item('{"name":"a\\u0000b","image":"https://x.example/\\u0000.png"}'),
  'a picture with half a pair': item('{"name":"\\ud800","image":"data:image/png,\\udfff"}'),
  'a picture that is a number': item('{"name":7,"image":7}'),
  'a document that is no object': item('null'),
  'a document nested without end': item('['.repeat(5_000)),
  'a document that is none': item('{'),
  'a prototype': item('{"__proto__":{"image":"x"},"image":"https://x.example/a.png"}'),
  'a link with a broken escape': text('data:application/json,%'),
}

/** How go-ethereum and others tell that code cannot run, in place of the local node's words. */
const nodeWords = [
  'stack underflow (0 <=> 2)',
  'invalid jump destination',
  'gas uint64 overflow',
  'write protection',
  'VM execution error.',
]

/** A node in front of the local one that has another node's words and code for what fails. */
async function startTranslator(url: string): Promise<{ url: string; server: Server }> {
  let count = 0
  const translate = (answer: { error?: { code: number; message: string } }) =>
    answer.error && answer.error.code !== 3
      ? { ...answer, error: { code: -32000, message: nodeWords[count++ % nodeWords.length] } }
      : answer
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = { 'content-type': 'application/json' }
    const answer = await (await fetch(url, { method: 'POST', headers, body: Buffer.concat(chunks) })).json()
    const translated = Array.isArray(answer) ? answer.map(translate) : translate(answer as object)
    response.writeHead(200, headers).end(JSON.stringify(translated))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

describe.each(['the embedded database', 'PostgreSQL'])('hostile contracts, on %s', (kind) => {
  describe.each(['the local node’s words', 'other nodes’ words'])('with %s', (language) => {
    let postgres: Postgres | undefined
    let stack: EvmStack
    let service: WalletData
    let translator: Awaited<ReturnType<typeof startTranslator>>
    let read: ReturnType<typeof createReader>

    beforeAll(async () => {
      stack = await startEvm()
      translator = await startTranslator(stack.url)
      postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
      const database = await postgres?.createDatabase('tested')
      const url = language === 'other nodes’ words' ? translator.url : stack.url
      const nodes = [{ namespace: 'eip155', url }] as const
      service = await startWalletData({
        ...localMarket,
        nodes,
        report() {},
        ...(database ? { database } : {}),
      })
      read = createReader(service.url)
      await service.sync()
    }, 120_000)
    afterAll(async () => {
      await service?.stop()
      translator?.server.close()
      await postgres?.stop()
      await stack?.stop()
    })

    async function deploy(data: Hex): Promise<Address> {
      const account = privateKeyToAccount(stack.accounts[3]!.privateKey)
      const client = createWalletClient({ account, chain: stack.chain, transport: http(stack.url) })
      const hash = await client.sendTransaction({ data, gas: 10_000_000n })
      await stack.mine()
      const receipt = await stack.client.getTransactionReceipt({ hash })
      expect(receipt).toMatchObject({ status: 'success', logs: [{}] })
      return receipt.contractAddress as Address
    }

    it.each(Object.entries(codes))(
      'reads on past one that has %s',
      async (_, code) => {
        for (const isItem of [false, true]) await deploy(deploying(code, isItem))
        const honest = await deploy(deploying(words('2a'), false))
        await service.sync()
        expect(service.states()[0]).toMatchObject({ isCaughtUp: true })
        expect(service.states()[0]).not.toHaveProperty('problem')
        const { balances } = await read.balance(stack.accounts[3]!.address, { currency: 'usd' })
        const found = balances.find((one: any) => one.address?.toLowerCase().endsWith(honest.toLowerCase()))
        expect(found?.quantity.numeric).toBe('0.000000000000000000000000000000000000000042')
      },
      60_000,
    )
  })
})
