import { AccountButton, ConnectButton, NetworkButton, useAccount } from '@latchkey/ui-react'
import type { LocalStack } from './localStack.js'

interface StageProps {
  readonly showBalance: boolean
  readonly stack: LocalStack | undefined
}

/** The widget as a visitor of a host app meets it, and what an app can do with the connection. */
export function Stage({ showBalance, stack }: StageProps) {
  const account = useAccount()
  return (
    <section className="card stage" aria-labelledby="stage-title">
      <h1 id="stage-title">Every wallet, every chain, nobody’s cloud.</h1>
      <p className="lead">
        A wallet modal made of plugins. Press the button, then change anything on this page and watch it
        follow.
      </p>
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
      {account.status === 'connected' ? null : <Hint stack={stack} />}
    </section>
  )
}

function Hint({ stack }: Pick<StageProps, 'stack'>) {
  if (!stack) return <p className="hint">Install a browser wallet, or run the demo to get a test wallet.</p>
  return (
    <p className="hint">
      Choose <strong>Test wallet</strong>. It holds real keys of the chains on this machine, and coins that
      are worth nothing anywhere else.
      {stack.embeddedWallet ? (
        <>
          {' '}
          Or type any email address: the code arrives on the{' '}
          <a href={stack.embeddedWallet.mailUrl} target="_blank" rel="noreferrer">
            mail page
          </a>
          .
        </>
      ) : null}
    </p>
  )
}
