import { AccountButton, ConnectButton, NetworkButton, useAccount } from '@latchkey/ui-react'
import { CodePanel } from './CodePanel.js'
import { Facts } from './Facts.js'
import { Looks } from './Looks.js'
import type { LocalStack } from './localStack.js'
import type { Settings } from './settings.js'
import { PhonePanel } from './PhonePanel.js'
import { TryButtons } from './TryButtons.js'
import { useIsWide } from './useIsWide.js'
import { Widget } from './Widget.js'

interface StageProps {
  readonly settings: Settings
  readonly onChange: (change: Partial<Settings>) => void
  readonly stack: LocalStack | undefined
}

/** What a founder sees in the first seconds: the widget itself, at work, beside what it is. */
export function Stage({ settings, onChange, stack }: StageProps) {
  // On a phone the page has no room for both, and the button opens a sheet, as it does for a host.
  const isWide = useIsWide()
  const isInline = isWide && settings.display === 'inline'
  return (
    <section className="stage" aria-labelledby="stage-title">
      <div className="pitch">
        <h1 id="stage-title">Every wallet, every chain, your code.</h1>
        <p className="lead">
          One button connects people on EVM, Solana, Bitcoin and Polkadot, with the wallet they have or with
          an email address. It’s made of plugins, and it runs without anyone’s cloud.
        </p>
        <Facts />
        {isInline ? null : <Buttons showBalance={settings.balance} />}
        <Hint stack={stack} />
        <TryButtons settings={settings} onChange={onChange} hasFaucet={stack?.embeddedWallet !== undefined} />
        <Looks settings={settings} onChange={onChange} />
        {stack?.relay && settings.plugins.includes('walletConnect') ? <PhonePanel /> : null}
      </div>
      {isInline ? <Widget /> : isWide ? <CodePanel settings={settings} /> : null}
    </section>
  )
}

function Buttons({ showBalance }: { readonly showBalance: boolean }) {
  const account = useAccount()
  return (
    <div className="buttons">
      {account.status === 'connected' ? (
        <>
          <AccountButton balance={showBalance ? 'show' : 'hide'} />
          <NetworkButton />
        </>
      ) : (
        <ConnectButton />
      )}
    </div>
  )
}

/**
 * Both hints take up the same place, and one is shown. Everything below would jump on connecting if the shorter one
 * replaced the longer one.
 */
function Hint({ stack }: Pick<StageProps, 'stack'>) {
  const isConnected = useAccount().status === 'connected'
  return (
    <div className="hints">
      <p className="hint" data-shown={!isConnected}>
        <HowToConnect stack={stack} />
      </p>
      <p className="hint" data-shown={isConnected}>
        Connected. Send a little to <strong>alice.eth</strong>, swap some ETH for Local USD, buy more with a
        card that doesn’t exist, or switch the network. It’s all real but the money: each figure is read from
        the chains on this machine.
      </p>
    </div>
  )
}

function HowToConnect({ stack }: Pick<StageProps, 'stack'>) {
  if (!stack) return 'Install a browser wallet, or run the demo to get a test wallet.'
  return (
    <>
      Choose <strong>Test wallet</strong>. It’s funded on local chains on your machine, and nothing here is
      real money.
      {stack.embeddedWallet ? (
        <>
          {' '}
          Or enter any email address; its code arrives on the{' '}
          <a href={stack.embeddedWallet.mailUrl} target="_blank" rel="noreferrer">
            mail page
          </a>
          . Passkeys work too, and Google and the others lead to a local stand-in that takes any name.
        </>
      ) : null}
    </>
  )
}
