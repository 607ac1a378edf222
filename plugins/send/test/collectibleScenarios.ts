import { SendCollectibleRoute } from '@latchkey/kernel/wallet'
import { fakeClock } from '@latchkey/kernel/testing'
import { type Bench, type Scenario, until } from './scenarios.js'
import { alice, bob, cat, testCollectibles, type TestCollectibles } from './testCollectibles.js'

const find = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)
const press = async (id: string) => (await until(() => find(id))).click()

async function type(id: string, value: string): Promise<void> {
  const input = await until(() => find(id))
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

async function review(): Promise<void> {
  await type('send-collectible-receiver', bob)
  await until(() => (find('send-collectible-review') as HTMLButtonElement | null)?.disabled === false)
  await press('send-collectible-review')
  await until(() => find('send-collectible-preview'))
}

async function asking(): Promise<void> {
  await review()
  await press('send-collectible-confirm')
  await until(() => find('send-collectible-asking'))
}

async function ended(data: TestCollectibles, receives: bigint, { clock }: Bench): Promise<void> {
  await asking()
  data.owned.set(bob, receives).set(alice, 1n - receives)
  data.answer('approve')
  data.decide({ status: 'confirmed' })
  await until(() => {
    clock.advance(500)
    return find(`send-collectible-${receives > 0n ? 'confirmed' : 'failed'}`)
  })
}

function scenario(
  name: string,
  act: (data: TestCollectibles, bench: Bench) => unknown,
  item = cat(),
): Scenario {
  const data = testCollectibles()
  data.owned.set(alice, item.count)
  return {
    name: `nft-${name}`,
    view: SendCollectibleRoute.name,
    options: { capabilities: data.capabilities, clock: fakeClock() },
    async act(bench) {
      bench.navigation.push(SendCollectibleRoute, { item })
      await act(data, bench)
    },
  }
}

/** The sending of an NFT, brought to what each is about. New ones with each call: they remember what was done. */
export const collectibleScenarios = (): readonly Scenario[] => [
  scenario(
    'form',
    async () => {
      // In any language.
      await until(() => find('send-collectible')?.textContent?.match(/ 5\b/))
      await type('send-collectible-count', '6')
      await type('send-collectible-receiver', 'nobody')
    },
    cat({ count: 5n }),
  ),
  scenario('review', review, cat({ count: 5n })),
  scenario('warning', (data) => {
    data.over = { changes: [{ address: alice, amount: { value: -5n, decimals: 18, symbol: 'ETH' } }] }
    return review()
  }),
  scenario('nothing', (data) => {
    data.over = { changes: [] }
    return review()
  }),
  scenario('asking', asking),
  scenario('sent', (data, bench) => ended(data, 1n, bench)),
  scenario('unmoved', (data, bench) => ended(data, 0n, bench)),
  scenario(
    'elsewhere',
    () => until(() => document.querySelector('.lk-state')),
    cat({ networkId: 'eip155:2' }),
  ),
]
