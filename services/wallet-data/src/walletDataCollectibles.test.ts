import { type Abi, type Address, createWalletClient, getAddress, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { artifacts, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { localMarket, startWalletData, type WalletData } from './index.js'
import { createReader } from './test/reader.js'
import { type Postgres, startPostgres } from '@latchkey/devstack/postgres'

const link = (facts: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(facts)).toString('base64')}`

describe.each(['the embedded database', 'PostgreSQL'])('collectibles, on %s', (kind) => {
  let postgres: Postgres | undefined
  let stack: EvmStack
  let service: WalletData
  let read: ReturnType<typeof createReader>
  let single: Address
  let several: Address

  beforeAll(async () => {
    stack = await startEvm()
    single = await deploy(artifacts.localCollectible, ['Local \u202EArt', 'ART'])
    several = await deploy(artifacts.localMultiToken, [
      'Local Badges',
      link({ name: 'Badge', image: 'https://pictures.example/badge.png' }),
    ])
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
    const database = await postgres?.createDatabase('tested')
    service = await startWalletData({
      ...localMarket,
      nodes: [{ namespace: 'eip155', url: stack.url }],
      ...(database ? { database } : {}),
      spam: [`eip155:31337:${several}`],
    })
    read = createReader(service.url)
  }, 120_000)

  afterAll(async () => {
    await service?.stop()
    await postgres?.stop()
    await stack?.stop()
  })

  const walletOf = (index: number) =>
    createWalletClient({
      account: privateKeyToAccount(stack.accounts[index]!.privateKey),
      chain: stack.chain,
      transport: http(),
    })

  async function deploy(artifact: { abi: Abi; bytecode: Hex }, args: readonly unknown[]): Promise<Address> {
    const hash = await walletOf(9).deployContract({ ...artifact, args: [...args] })
    return getAddress((await stack.client.waitForTransactionReceipt({ hash })).contractAddress!)
  }

  async function call(
    index: number,
    address: Address,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
  ) {
    const hash = await walletOf(index).writeContract({ address, abi, functionName, args: [...args] })
    const receipt = await stack.client.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    await service.sync()
    return hash
  }

  const of = async (index: number) =>
    (await read.get(`/v1/account/${stack.accounts[index]!.address}/collectibles`)).data

  it('lists items with one owner and items in several pieces, and follows them from owner to owner', async () => {
    const { abi } = artifacts.localCollectible
    const [alice, bob] = stack.accounts
    await call(0, single, abi, 'mint', [
      alice!.address,
      7n,
      link({ name: 'Seven', image: 'data:image/png;base64,AA==' }),
    ])
    await call(0, single, abi, 'mint', [alice!.address, 8n, 'https://elsewhere.example/8.json'])
    const badges = artifacts.localMultiToken.abi
    await call(0, several, badges, 'mintBatch', [alice!.address, [1n, 2n], [5n, 1n]])
    const seven = {
      chainId: 'eip155:31337',
      address: `eip155:31337:${single}`,
      tokenId: '7',
      name: 'Seven',
      collection: 'Local Art',
      pictureUrl: 'data:image/png;base64,AA==',
      count: '1',
      isSpam: false,
    }
    expect(await of(0)).toHaveLength(4)
    expect(await of(0)).toContainEqual(seven)
    expect(await of(0)).toContainEqual(expect.objectContaining({ tokenId: '8', name: 'Local Art #8' }))
    expect(await of(0)).toContainEqual(
      expect.objectContaining({ tokenId: '1', name: 'Badge', count: '5', isSpam: true }),
    )

    await call(0, single, abi, 'transferFrom', [alice!.address, bob!.address, 7n])
    await call(0, several, badges, 'safeTransferFrom', [alice!.address, bob!.address, 1n, 2n, '0x'])
    await call(0, single, abi, 'transferFrom', [
      alice!.address,
      '0x0000000000000000000000000000000000000000',
      8n,
    ])
    expect(await of(1)).toContainEqual(seven)
    expect(await of(1)).toContainEqual(expect.objectContaining({ tokenId: '1', count: '2' }))
    expect((await of(0)).map((item: any) => [item.tokenId, item.count])).toEqual(
      expect.arrayContaining([
        ['1', '3'],
        ['2', '1'],
      ]),
    )
    expect(await of(0)).toHaveLength(2)
  })

  it('tells items of a history with name, picture and the mark of spam', async () => {
    const { data } = await read.history(stack.accounts[1]!.address)
    const [badge, art] = data
    expect(art.metadata.operationType).toBe('receive')
    expect(art.transfers).toEqual([
      expect.objectContaining({
        direction: 'in',
        nft_info: {
          name: 'Seven',
          content: {
            preview: { url: 'data:image/png;base64,AA==', content_type: null },
            detail: { url: 'data:image/png;base64,AA==', content_type: null },
          },
          flags: { is_spam: false },
          address: `eip155:31337:${single}`,
          token_id: '7',
        },
        quantity: { numeric: '1' },
      }),
    ])
    expect(badge.transfers[0].nft_info.flags.is_spam).toBe(true)
    expect(badge.transfers[0].quantity.numeric).toBe('2')
  })

  it('pages through many items', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => BigInt(index + 100))
    const badges = artifacts.localMultiToken.abi
    await call(0, several, badges, 'mintBatch', [stack.accounts[3]!.address, ids, ids.map(() => 1n)])
    const found: string[] = []
    let next: string | undefined
    do {
      const path = `/v1/account/${stack.accounts[3]!.address}/collectibles`
      const page: any = await read.get(path, next ? { cursor: next } : {})
      found.push(...page.data.map((item: any) => item.tokenId))
      next = page.next
    } while (next)
    expect(found.toSorted()).toEqual(ids.map(String).toSorted())
  })
})
