import type { ListedWallet } from '@latchkey/kernel/contracts'
import { Button, CopyButton, QrCode, Skeleton, useMessages, WalletIcon } from '@latchkey/ui-react'
import { pairingMark } from '../pairingMark.js'
import { AllWallets } from './AllWallets.js'
import { GetWallet } from './GetWallet.js'
import { pairing as section } from './messages.js'
import { usePairing } from './usePairing.js'

/** Before that, the time a code lasts is of no use to a person, seconds. */
const toldFrom = 30

/** The code to scan, how long it lasts, and the same link to copy. */
export function ScanCode({
  wallet,
  name,
}: {
  readonly wallet: ListedWallet | undefined
  readonly name: string
}) {
  const messages = useMessages(section)
  const { pairing, secondsLeft } = usePairing()
  const time = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  return (
    <div className="lk-waiting" data-testid="lk-pairing">
      {pairing ? (
        <QrCode
          value={pairing.uri}
          label={messages.code}
          testId="lk-pairing-code"
          logo={
            wallet ? (
              <WalletIcon name={wallet.name} src={wallet.icon} walletId={wallet.id} />
            ) : (
              <WalletIcon name="WalletConnect" src={pairingMark} />
            )
          }
        />
      ) : (
        <span className="lk-qr" data-size="lg">
          <Skeleton shape="block" />
        </span>
      )}
      <div className="lk-waiting-words">
        <p className="lk-waiting-title">{wallet ? messages.scanWith({ wallet: name }) : messages.scan}</p>
        <p className="lk-waiting-text">{messages.scanText}</p>
        <p className="lk-hint" role="timer" data-testid="lk-pairing-time">
          {!pairing ? messages.preparing : secondsLeft <= toldFrom ? messages.renews({ time }) : '\u00a0'}
        </p>
      </div>
      <div className="lk-waiting-actions">
        {pairing ? (
          <CopyButton value={pairing.uri} fullWidth testId="copy-wc2-uri">
            {messages.copyLink}
          </CopyButton>
        ) : (
          <Button variant="secondary" fullWidth loading>
            {messages.copyLink}
          </Button>
        )}
      </div>
      {wallet ? <GetWallet wallet={wallet} name={name} /> : <AllWallets />}
    </div>
  )
}
