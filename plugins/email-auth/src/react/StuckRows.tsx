import { ClockIcon, ListRow, useLocale, useMessages, useService, useSnapshot } from '@latchkey/ui-react'
import { useEffect } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { repeatAfter } from './repeatAfter.js'

interface StuckRowsProps {
  /** Runs something that the wallet's frame shows, and says what went wrong with it. */
  inWallet(run: () => Promise<void>): Promise<void>
}

const pause = 10_000

/** Transactions of the smart account that wait longer than usual, and the way to speed each up. Nothing while there are none. */
export function StuckRows({ inWallet }: StuckRowsProps) {
  const messages = useMessages(emailAuthMessages)
  const auth = useService(EmailAuth)
  const locale = useLocale()
  const { stuck = [] } = useSnapshot(auth.state)
  // When the wallet doesn't answer, the rows from its last answer stay.
  useEffect(() => repeatAfter(() => auth.readStuck(), pause), [auth])
  return (
    <>
      {stuck.map(({ hash, seconds }) => (
        <ListRow
          key={hash}
          leading={<ClockIcon />}
          title={messages.speedUp}
          description={messages.waitingFor({ duration: formatMinutes(seconds, locale) })}
          chevron
          testId="lk-speed-up"
          onClick={() => void inWallet(async () => void (await auth.speedUp(hash)))}
        />
      ))}
    </>
  )
}

/** Whole minutes, at least one. */
function formatMinutes(seconds: number, locale: string): string {
  const minutes = Math.max(1, Math.floor(seconds / 60))
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes)
}
