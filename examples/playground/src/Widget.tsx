import { AccountRoute, ConnectRoute } from '@latchkey/kernel/wallet'
import { Feature, type FeatureContribution } from '@latchkey/kernel/plugin'
import { plainWords } from '@latchkey/kernel/contracts'
import { ModalView, useAccount, useContributions, useModal } from '@latchkey/ui-react'
import { useEffect, useState } from 'react'

/** The widget in the page, with a tab for each thing that a person does with it. */
export function Widget() {
  const { open, view } = useModal()
  const isConnected = useAccount().status === 'connected'
  const features = useContributions(Feature)
  const [feature, setFeature] = useState<string>()
  const isStart = view === undefined || view === ConnectRoute.name || view === AccountRoute.name
  useEffect(() => {
    if (isStart) setFeature(undefined)
  }, [isStart])

  const openFeature = (chosen: FeatureContribution) => {
    setFeature(chosen.id)
    chosen.open()
  }
  const current = isStart ? view : (feature ?? view)
  return (
    <div className="show">
      <nav className="tabs" aria-label="What to show">
        <Tab label="Connect" isCurrent={current === ConnectRoute.name} onClick={() => open(ConnectRoute)} />
        <Tab
          label="Account"
          isCurrent={current === AccountRoute.name}
          isDisabled={!isConnected}
          onClick={() => open(AccountRoute)}
        />
        {features.map((entry) => (
          <Tab
            key={entry.id}
            label={plainWords(entry.label)}
            isCurrent={current === entry.id}
            isDisabled={!isConnected}
            onClick={() => openFeature(entry)}
          />
        ))}
      </nav>
      <div className="widget">
        <ModalView />
      </div>
    </div>
  )
}

interface TabProps {
  readonly label: string
  readonly isCurrent: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

function Tab({ label, isCurrent, isDisabled = false, onClick }: TabProps) {
  return (
    <button type="button" aria-current={isCurrent} disabled={isDisabled} onClick={onClick}>
      {label}
    </button>
  )
}
