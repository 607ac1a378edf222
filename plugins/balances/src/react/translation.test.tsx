import { markedMessages, unmarkedWords, withAnyKey } from '@latchkey/ui-react/testing'
import { page } from 'vitest/browser'
import { afterEach, expect, it } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import { find, mount, settled, unmountAll, until } from '../../test/mount.js'
import { openAccount, scenarios, views } from '../../test/scenarios.js'
import { balancesMessages } from './messages.js'

afterEach(unmountAll)

const messages = withAnyKey(markedMessages(balancesMessages), 'test')
/** Names of tokens, collections, networks and wallets. */
const names = [
  /\b(?:USD Coin|USDC?|Pepe|PEPE|GOV|Dust|CLAIM|DUST|ETH|Ether|Ethereum|Optimism|Sepolia|EUR|T\d+|Fake wallet)\b/g,
  /A governance token with a name that does not fit into the r…|A governance token with a name that does not fit into the row|Summer fair ticket|Without a picture|Claim at x\.example|<img src=x[\s\S]*|Visit gift-drop\.example to claim/g,
  /\b0x\w*(?:…\w+)?\b|^[\dA-Fa-f]{2,4}$|Dai Stablecoin|\bDAI\b/g,
  /Token number \d+|Harbour no\. \d+|Quays and harbours|Network eip155:\d+/g,
  /^[A-Z][A-Z\d]{0,3}$/g,
  // How the locale writes a large number short.
  /^[\d.,]+(?:T|E\d+)$/g,
]
/** What strangers chose is shown as they chose it. */
const isOfStrangers = ({ name }: { readonly name: string }) => name === 'hostile'

it.each(
  scenarios
    .filter((scenario) => !isOfStrangers(scenario))
    .map((scenario) => [scenario.name, scenario] as const),
)('has every word of %s translated', async (_, scenario) => {
  await page.viewport(1280, 800)
  const staged = scenario.stage()
  mount(staged, undefined, { messages })
  await (scenario.act ?? openAccount)(staged)
  await until(() => find(scenario.shows))
  await settled()
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures([...names, /Ţ\d+/g])).toEqual([])
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
