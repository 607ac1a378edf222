import { MailIcon, TextField, type TextFieldProps } from '@latchkey/ui-react'

interface EmailInputProps
  extends Pick<
    TextFieldProps,
    'label' | 'hideLabel' | 'placeholder' | 'value' | 'error' | 'readOnly' | 'onFocus'
  > {
  readonly testId: string
  onChange(email: string): void
}

/** An email field that phones and browsers can fill in. */
export function EmailInput({ testId, onChange, ...field }: EmailInputProps) {
  return (
    <TextField
      {...field}
      data-testid={testId}
      type="email"
      inputMode="email"
      autoComplete="email"
      leading={<MailIcon />}
      maxLength={254}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
