import { Badge } from '../../src/components/Badge.js'
import { Button } from '../../src/components/Button.js'
import { Chip } from '../../src/components/Chip.js'
import { CopyButton } from '../../src/components/CopyButton.js'
import { IconButton } from '../../src/components/IconButton.js'
import { BackIcon } from '../../src/components/icons/BackIcon.js'
import { CloseIcon } from '../../src/components/icons/CloseIcon.js'
import { FilterIcon } from '../../src/components/icons/FilterIcon.js'
import { SendIcon } from '../../src/components/icons/SendIcon.js'
import { SettingsIcon } from '../../src/components/icons/SettingsIcon.js'
import { Spinner } from '../../src/components/Spinner.js'
import { Tooltip } from '../../src/components/Tooltip.js'
import { address } from '../samples.js'
import { Stateful } from '../Stateful.js'
import type { Story } from '../story.js'

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const

export const controls: readonly Story[] = [
  {
    id: 'controls/button',
    title: 'Button: variants',
    render: () => (
      <div className="line">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant === 'danger' ? 'Disconnect' : 'Connect wallet'}
          </Button>
        ))}
      </div>
    ),
  },
  {
    id: 'controls/button-small',
    title: 'Button: small',
    render: () => (
      <div className="line">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} size="sm">
            Retry
          </Button>
        ))}
      </div>
    ),
  },
  {
    id: 'controls/button-icon',
    title: 'Button: icon, full width, long text',
    render: () => (
      <div className="stack wide">
        <Button icon={<SendIcon />} fullWidth>
          Send 0.5 ETH
        </Button>
        <Button variant="secondary" fullWidth trailingIcon={<SendIcon />}>
          Sign in with a wallet that has a remarkably long name
        </Button>
      </div>
    ),
  },
  {
    id: 'controls/button-states',
    title: 'Button: loading, disabled',
    render: () => (
      <div className="stack wide">
        {variants.map((variant) => (
          <div key={variant} className="line">
            <Button variant={variant} loading>
              Sending
            </Button>
            <Button variant={variant} disabled>
              Not enough ETH
            </Button>
          </div>
        ))}
      </div>
    ),
  },
  {
    id: 'controls/icon-button',
    title: 'IconButton',
    render: () => (
      <div className="line">
        <IconButton label="Back" icon={<BackIcon />} />
        <IconButton label="Close" icon={<CloseIcon />} />
        <IconButton label="Settings" icon={<SettingsIcon />} variant="secondary" />
        <IconButton label="Settings, not available" icon={<SettingsIcon />} disabled />
      </div>
    ),
  },
  {
    id: 'controls/chip',
    title: 'Chip',
    render: () => (
      <Stateful initial="all">
        {(value, setValue) => (
          <div className="line">
            {['all', 'Installed', 'Mobile'].map((name) => (
              <Chip key={name} selected={value === name} onClick={() => setValue(name)}>
                {name === 'all' ? 'All' : name}
              </Chip>
            ))}
            <Chip icon={<FilterIcon size="sm" />}>Filter</Chip>
            <Chip disabled>Soon</Chip>
          </div>
        )}
      </Stateful>
    ),
  },
  {
    id: 'controls/badge',
    title: 'Badge',
    render: () => (
      <div className="line">
        <Badge>Recent</Badge>
        <Badge tone="accent">Installed</Badge>
        <Badge tone="success">Confirmed</Badge>
        <Badge tone="warning">Testnet</Badge>
        <Badge tone="danger">Failed</Badge>
      </div>
    ),
  },
  {
    id: 'controls/copy',
    title: 'CopyButton',
    render: () => (
      <div className="stack wide">
        <div className="line">
          <CopyButton value={address} label="Copy address" />
          <CopyButton value={address}>Copy address</CopyButton>
        </div>
        <CopyButton value={address} variant="primary" fullWidth>
          Copy link
        </CopyButton>
      </div>
    ),
  },
  {
    id: 'controls/tooltip',
    title: 'Tooltip',
    render: () => (
      <div className="line">
        <Tooltip content="Network fees go to the validators, not to this application.">
          <Button variant="secondary">What is a fee?</Button>
        </Tooltip>
      </div>
    ),
  },
  {
    id: 'controls/spinner',
    title: 'Spinner',
    render: () => (
      <div className="line">
        <Spinner size="sm" />
        <Spinner />
        <Spinner size="lg" />
        <Spinner size="xl" label="Loading balances" />
      </div>
    ),
  },
]
