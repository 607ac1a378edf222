import { afterEach, expect, it } from 'vitest'
import { misreadFigures } from '../../test/figures.js'
import { AccountButton } from '../buttons/AccountButton.js'
import { ConnectButton } from '../buttons/ConnectButton.js'
import { NetworkButton } from '../buttons/NetworkButton.js'
import { markedMessages, unmarkedWords, withAnyKey } from '../testing/index.js'
import { mountShell, unmountAll } from '../../test/mount.js'
import { until } from '../../test/page.js'
import { scenarios } from '../../test/scenarios.js'

afterEach(unmountAll)

const messages = withAnyKey(markedMessages(), 'test')

/** Names that wallets, networks, coins and plugins of the scenarios have, and the letters that stand for a picture. */
const data = [
  /^[A-Z][A-Z\d]?$/g,
  /\b(?:Metal Wallet|River|Ledge|WalletConnect|Wallet \d+)\b/g,
  // A closing network's advice is its own text, as its name is.
  /\bHarbour\b|Its transactions have stopped\. See harbour\.example for what you hold there\./g,
  /\b(?:Ethereum|Base|Sepolia|Solana|Optimism|Polygon|Arbitrum One|Avalanche)\b/g,
  /\b(?:ETH|SOL)\b/g,
  /\bexample\.(?:lonely|broken)\b/g,
  // What the stage's own login contributes.
  /\bContinue with (?:email|a social login)\b/g,
]

it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
  'finds no word in %s that a host cannot translate',
  async (_, scenario) => {
    const { kernel, props, act } = scenario.stage()
    mountShell(
      kernel,
      <>
        <ConnectButton />
        <AccountButton />
        <NetworkButton />
      </>,
      { messages, ...props },
    )
    await until(() => document.querySelector('button'))
    await act?.()
    await until(() => document.querySelector(`[data-view="${scenario.view}"]`))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(document.body.textContent).toContain('[')
    expect(unmarkedWords(data)).toEqual([])
    expect(await misreadFigures([...data, /Šéñţ 0\.5/g])).toEqual([])
  },
)
