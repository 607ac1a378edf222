import { AddressText } from '../../src/components/AddressText.js'
import { AmountText } from '../../src/components/AmountText.js'
import { Banner } from '../../src/components/Banner.js'
import { Button } from '../../src/components/Button.js'
import { EmptyState } from '../../src/components/EmptyState.js'
import { ErrorState } from '../../src/components/ErrorState.js'
import { FiatText } from '../../src/components/FiatText.js'
import { CoinsIcon } from '../../src/components/icons/CoinsIcon.js'
import { Skeleton } from '../../src/components/Skeleton.js'
import { Snackbar } from '../../src/components/Snackbar.js'
import { Tabs } from '../../src/components/Tabs.js'
import { Toast } from '../../src/components/Toast.js'
import { address, bitcoinAddress } from '../samples.js'
import { Stateful } from '../Stateful.js'
import type { Story } from '../story.js'

const nothing = () => {}

export const states: readonly Story[] = [
  {
    id: 'states/empty',
    title: 'EmptyState',
    render: () => (
      <EmptyState
        icon={<CoinsIcon size="lg" />}
        title="No tokens yet"
        text="Tokens you receive on this account appear here."
        action={<Button variant="secondary">Receive</Button>}
      />
    ),
  },
  {
    id: 'states/error',
    title: 'ErrorState',
    render: () => (
      <ErrorState
        title="Balances did not load"
        text="The Ethereum node did not answer in 10 seconds. Your money is safe; only the display is affected."
        code="HTTP_TIMEOUT"
        copyDetails="HTTP_TIMEOUT"
        onRetry={nothing}
      />
    ),
  },
  {
    id: 'states/error-unknown',
    title: 'ErrorState: unknown error',
    render: () => <ErrorState error={new TypeError('x is not a function')} onRetry={nothing} retrying />,
  },
  {
    id: 'states/skeleton',
    title: 'Skeleton',
    render: () => (
      <div className="stack wide">
        <Skeleton shape="title" width="half" />
        <Skeleton />
        <Skeleton width="third" />
        <Skeleton shape="block" />
      </div>
    ),
  },
  {
    id: 'states/banner',
    title: 'Banner',
    render: () => (
      <div className="stack wide">
        <Banner>You are on a test network. Tokens here have no value.</Banner>
        <Banner tone="success" title="Sent">
          0.5 ETH is on its way.
        </Banner>
        <Banner
          tone="warning"
          title="New address"
          action={
            <Button size="sm" variant="secondary">
              Check again
            </Button>
          }
        >
          You have never sent to this address.
        </Banner>
        <Banner tone="danger" title="Wrong network" onDismiss={nothing}>
          Switch to Ethereum to continue.
        </Banner>
      </div>
    ),
  },
  {
    id: 'states/snackbar-success',
    title: 'Snackbar: success',
    render: () => (
      <div className="short">
        <Snackbar open variant="success" message="Address copied" />
      </div>
    ),
  },
  {
    id: 'states/snackbar-error',
    title: 'Snackbar: error',
    render: () => (
      <div className="short">
        <Snackbar open variant="error" message="Signature declined" />
      </div>
    ),
  },
  {
    id: 'states/snackbar-loading',
    title: 'Snackbar: loading',
    render: () => (
      <div className="short">
        <Snackbar open variant="loading" message="Authenticating…" />
      </div>
    ),
  },
  {
    id: 'states/toast',
    title: 'Toast',
    render: () => (
      <div className="stack">
        <Toast type="blank" message="Network switched to Base" />
        <Toast type="success" message="0.5 ETH sent" onDismiss={nothing} />
        <Toast
          type="error"
          message="The swap failed. Nothing was taken from your account."
          onDismiss={nothing}
        />
        <Toast type="loading" message="Waiting for confirmation…" />
      </div>
    ),
  },
  {
    id: 'states/tabs',
    title: 'Tabs',
    render: () => (
      <Stateful initial="tokens">
        {(value, setValue) => (
          <Tabs
            label="Account"
            value={value}
            onChange={setValue}
            tabs={[
              { id: 'tokens', label: 'Tokens', content: 'Your tokens' },
              { id: 'nfts', label: 'NFTs', content: 'Your collectibles' },
              { id: 'activity', label: 'Activity', content: 'What happened' },
            ]}
          />
        )}
      </Stateful>
    ),
  },
  {
    id: 'states/address',
    title: 'AddressText',
    render: () => (
      <div className="stack">
        <AddressText address={address} />
        <AddressText address={address} full />
        <AddressText address={bitcoinAddress} full />
      </div>
    ),
  },
  {
    id: 'states/amount',
    title: 'AmountText, FiatText',
    render: () => (
      <div className="stack">
        <AmountText value={1_999_999_999_999_999_999n} decimals={18} symbol="ETH" />
        <AmountText value={1n} decimals={18} symbol="ETH" />
        <AmountText value={2_500_000n} decimals={6} symbol="USDC" sign="always" tone="positive" />
        <AmountText value={-2_500_000n} decimals={6} symbol="USDC" />
        <FiatText value="1234.567" />
        <FiatText value="0.0001" currency="EUR" />
        <FiatText value={undefined} />
      </div>
    ),
  },
]
