import { useSnapshot } from '../useSnapshot.js'
import { Card } from '../components/Card.js'
import { CopyButton } from '../components/CopyButton.js'
import { EmptyState } from '../components/EmptyState.js'
import { CheckCircleIcon } from '../components/icons/CheckCircleIcon.js'
import { kit } from '../messages/en/kit.js'
import { problems } from '../messages/en/problems.js'
import { useMessages } from '../messages/useMessages.js'
import { useErrorText } from '../messages/useWords.js'
import { useKernel } from '../useKernel.js'
import { safeText } from '../utils/safeText.js'
import { describeError } from '../utils/describeError.js'

/** Which plugins failed, and why. */
export default function PluginProblemView() {
  const messages = useMessages(problems)
  const words = useMessages(kit)
  const errorText = useErrorText()
  const { plugins } = useSnapshot(useKernel().state)
  const failed = Object.entries(plugins).flatMap(([id, { phase, error }]) =>
    phase === 'failed' ? [{ id, error, ...describeError(error) }] : [],
  )
  if (failed.length === 0) {
    return <EmptyState icon={<CheckCircleIcon size="lg" />} title={messages.none} text={messages.noneText} />
  }
  const details = failed.map((problem) => `${problem.id}\n${problem.details}`).join('\n\n')
  return (
    <div className="lk-stack">
      <p className="lk-hero-text">{messages.text}</p>
      {failed.map((problem) => (
        <Card key={problem.id} data-testid={`lk-problem-${problem.id}`}>
          <p className="lk-problem-name">{safeText(problem.id, 80)}</p>
          <p className="lk-problem-text">{safeText(errorText(problem.error) ?? words.errorText, 400)}</p>
          {problem.code ? (
            <p className="lk-problem-code">{messages.code({ code: safeText(problem.code, 64) })}</p>
          ) : null}
        </Card>
      ))}
      <CopyButton value={details} fullWidth>
        {words.copyDetails}
      </CopyButton>
    </div>
  )
}
