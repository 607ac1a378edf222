import { Navigation, PluginProblemRoute } from '@latchkey/kernel/wallet'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSnapshot } from '../useSnapshot.js'
import { Banner } from '../components/Banner.js'
import { connect } from '../messages/en/connect.js'
import { useMessages } from '../messages/useMessages.js'
import { useRemembered } from '../shell/viewMemory.js'
import { SlotOutlet } from '../SlotOutlet.js'
import { ConnectFooter } from '../slots.js'
import { useKernel } from '../useKernel.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'
import { useInert } from '../utils/useInert.js'
import { LegalCheckbox, LegalNotice, legalKind, pageUrl } from './Legal.js'

/** What stands around the ways to connect: consent, faults, and the words at the bottom. */
export function ConnectPage({ children }: { readonly children: ReactNode }) {
  const { connect: options, report } = useShell()
  const messages = useMessages(connect)
  const [agreed, setAgreed] = useRemembered('agreed', false)
  const choices = useRef<HTMLDivElement>(null)
  const legal = legalKind(options)
  const locked = legal === 'checkbox' && !agreed
  useInert(choices, locked)
  const { termsUrl, privacyUrl } = options
  useEffect(() => {
    for (const url of [termsUrl, privacyUrl]) {
      if (url === undefined || pageUrl(url)) continue
      report('A legal link is not shown.', new Error(`"${url}" is no address of a web page.`))
    }
  }, [termsUrl, privacyUrl, report])
  return (
    <div className="lk-stack">
      {legal === 'checkbox' ? (
        <LegalCheckbox options={options} checked={agreed} onChange={setAgreed} />
      ) : null}
      {locked ? <p className="lk-hint">{messages.agreeFirst}</p> : null}
      <div ref={choices} className="lk-choices" data-locked={locked ? '' : undefined}>
        {children}
      </div>
      <ProblemNotice />
      <SlotOutlet slot={ConnectFooter} props={{}} />
      {legal === 'notice' ? <LegalNotice options={options} /> : null}
    </div>
  )
}

/** Shown when a plugin failed, because then a way to connect may be missing. */
function ProblemNotice() {
  const messages = useMessages(connect)
  const navigation = useService(Navigation)
  const { plugins } = useSnapshot(useKernel().state)
  if (!Object.values(plugins).some((plugin) => plugin.phase === 'failed')) return null
  return (
    <Banner
      tone="warning"
      action={
        <button
          type="button"
          className="lk-text-button"
          data-testid="lk-see-problems"
          onClick={() => navigation.push(PluginProblemRoute)}
        >
          {messages.seeWhy}
        </button>
      }
    >
      {messages.someFailed}
    </Banner>
  )
}
