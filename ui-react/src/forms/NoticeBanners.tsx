import { noticeWords } from '@latchkey/kernel/transaction'
import type { SendNotice } from '@latchkey/kernel/contracts'
import { Banner } from '../components/Banner.js'
import { useWords } from '../messages/useWords.js'
import { safeText } from '../utils/safeText.js'

export interface NoticeBannersProps {
  readonly notices: readonly SendNotice[]
  /** Put before each notice's code: `swap-notice` gives `swap-notice-NOT_SIMULATED`. */
  readonly testId?: string | undefined
}

/** Notices of a chain or source about a request, above the button that asks the wallet. */
export function NoticeBanners({ notices, testId = 'lk-notice' }: NoticeBannersProps) {
  const say = useWords()
  return notices.map((notice) => {
    const isWarning = notice.severity === 'warning'
    return (
      <div key={notice.code} data-testid={`${testId}-${notice.code}`}>
        <Banner tone={isWarning ? 'warning' : 'info'} announce={isWarning ? 'status' : undefined}>
          {safeText(say(noticeWords(notice)), 300)}
        </Banner>
      </div>
    )
  })
}
