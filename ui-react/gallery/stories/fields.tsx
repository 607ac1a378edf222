import { AmountField } from '../../src/components/AmountField.js'
import { AmountText } from '../../src/components/AmountText.js'
import { Checkbox } from '../../src/components/Checkbox.js'
import { FiatText } from '../../src/components/FiatText.js'
import { MailIcon } from '../../src/components/icons/MailIcon.js'
import { OtpField } from '../../src/components/OtpField.js'
import { SearchField } from '../../src/components/SearchField.js'
import { Switch } from '../../src/components/Switch.js'
import { TextField } from '../../src/components/TextField.js'
import { Stateful } from '../Stateful.js'
import type { Story } from '../story.js'

const nothing = () => {}

export const fields: readonly Story[] = [
  {
    id: 'fields/text',
    title: 'TextField: empty, hint, filled',
    render: () => (
      <div className="stack wide">
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          placeholder="you@example.org"
          leading={<MailIcon />}
          hint="We send a one-time code, no password."
        />
        <TextField label="Name" defaultValue="harbour" trailing=".eth" />
      </div>
    ),
  },
  {
    id: 'fields/text-error',
    title: 'TextField: error, disabled',
    render: () => (
      <div className="stack wide">
        <TextField
          label="Receiver"
          defaultValue="0x71C7"
          error="This is not an Ethereum address. Check that you copied all of it."
        />
        <TextField label="Receiver" defaultValue="harbour.eth" disabled />
      </div>
    ),
  },
  {
    id: 'fields/search',
    title: 'SearchField',
    render: () => (
      <div className="stack wide">
        <Stateful initial="">
          {(value, setValue) => <SearchField label="Search wallets" value={value} onChange={setValue} />}
        </Stateful>
        <Stateful initial="harb">
          {(value, setValue) => <SearchField label="Search networks" value={value} onChange={setValue} />}
        </Stateful>
      </div>
    ),
  },
  {
    id: 'fields/amount',
    title: 'AmountField',
    render: () => (
      <Stateful initial="0.5">
        {(value, setValue) => (
          <AmountField
            label="You send"
            value={value}
            onChange={setValue}
            decimals={18}
            symbol="ETH"
            fiat={<FiatText value="1250.40" />}
            balance={<AmountText value={1_234_567_890_123_456_789n} decimals={18} symbol="ETH" />}
            onMax={() => setValue('1.234567890123456789')}
          />
        )}
      </Stateful>
    ),
  },
  {
    id: 'fields/amount-states',
    title: 'AmountField: empty, error',
    render: () => (
      <div className="stack wide">
        <AmountField value="" onChange={nothing} decimals={6} symbol="USDC" fiat={<FiatText value="0" />} />
        <AmountField
          value="1000000"
          onChange={nothing}
          decimals={6}
          symbol="USDC"
          fiat={<FiatText value="1000000" />}
          onMax={nothing}
          error="You have 1234.567 USDC. Enter a smaller amount."
        />
      </div>
    ),
  },
  {
    id: 'fields/otp',
    title: 'OtpField: empty, part, error',
    render: () => (
      <div className="stack wide">
        <Stateful initial="">{(value, setValue) => <OtpField value={value} onChange={setValue} />}</Stateful>
        <Stateful initial="123">
          {(value, setValue) => <OtpField value={value} onChange={setValue} label="Second code" />}
        </Stateful>
        <OtpField
          value="123456"
          onChange={nothing}
          label="Third code"
          error="That code is not right. Check the email and try again."
        />
        <OtpField value="123456" onChange={nothing} label="Fourth code" disabled />
      </div>
    ),
  },
  {
    id: 'fields/toggles',
    title: 'Switch, Checkbox',
    render: () => (
      <div className="stack wide">
        <Stateful initial={true}>
          {(value, setValue) => (
            <Switch
              checked={value}
              onChange={setValue}
              label="Smart account"
              description="Pays fees in any token"
            />
          )}
        </Stateful>
        <Stateful initial={false}>
          {(value, setValue) => <Switch checked={value} onChange={setValue} label="Hide small balances" />}
        </Stateful>
        <Switch checked onChange={nothing} label="Not available" disabled />
        <Stateful initial={true}>
          {(value, setValue) => (
            <Checkbox
              checked={value}
              onChange={setValue}
              label={
                <>
                  I accept the <a href="https://example.org/terms">terms</a>
                </>
              }
            />
          )}
        </Stateful>
        <Stateful initial={false}>
          {(value, setValue) => <Checkbox checked={value} onChange={setValue} label="Send me product news" />}
        </Stateful>
      </div>
    ),
  },
]
