import { errorWords, App } from '@latchkey/kernel/plugin'
import { parseAccountId } from '@latchkey/kernel/contracts'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import {
  ActionBar,
  AddressText,
  Banner,
  Button,
  PicturePair,
  safeText,
  useMessages,
  useService,
  useWords,
  useSnapshot,
} from '@latchkey/ui-react'
import { Siwx } from '../page/SiwxService.js'
import { siwxMessages } from './siwxMessages.js'

/** Says who asks and which account signs, and offers to sign or to say no. */
export default function SiwxSignMessageView() {
  const messages = useMessages(siwxMessages)
  const say = useWords()
  const siwx = useService(Siwx)
  const session = useService(Session)
  const wallets = useService(Wallets)
  const app = useService(App).metadata()
  const { phase, accountId, required, error } = useSnapshot(siwx.state)
  // What the wallet shows of itself may change.
  useSnapshot(session.state)
  const parts = accountId && parseAccountId(accountId)
  const { connection, network, account } = (parts && wallets.find(parts)) || {}
  const wallet = safeText(connection?.name ?? '', 32) || messages.aWallet
  const signing = phase === 'signing'
  const isWatched = account?.kind === 'watching'

  return (
    <div className="lk-stack" data-state={phase} data-testid="siwx-sign-message">
      <div className="lk-waiting">
        <PicturePair
          active={signing}
          left={{ name: app.name, src: app.icons[0] }}
          right={{ name: wallet, src: connection?.icon }}
        />
        <div className="lk-waiting-words">
          <p className="lk-waiting-title">{messages.heading({ app: safeText(app.name, 64) })}</p>
          {isWatched ? null : <p className="lk-waiting-text">{messages.text({ wallet })}</p>}
          {parts ? (
            <p className="lk-waiting-text">
              <AddressText address={parts.address} />
              {network ? ` · ${safeText(network.name, 32)}` : null}
            </p>
          ) : null}
        </div>
        {isWatched ? <Banner tone="warning">{messages.watched}</Banner> : null}
        {error && error.code !== 'SIGNATURE_DECLINED' ? (
          <Banner tone="danger" announce="alert">
            {say(errorWords(error))}
          </Banner>
        ) : null}
        {required ? <Banner>{messages.required}</Banner> : null}
      </div>
      <ActionBar>
        {isWatched ? null : (
          <Button
            fullWidth
            loading={signing}
            aria-disabled={phase === 'cancelling'}
            data-testid="siwx-sign"
            data-autofocus=""
            onClick={() => phase === 'idle' && void siwx.sign()}
          >
            {signing ? messages.signing({ wallet }) : messages.sign}
          </Button>
        )}
        <Button variant="secondary" fullWidth data-testid="siwx-cancel" onClick={() => void siwx.cancel()}>
          {phase === 'cancelling' ? messages.disconnecting : messages.cancel}
        </Button>
      </ActionBar>
    </div>
  )
}
