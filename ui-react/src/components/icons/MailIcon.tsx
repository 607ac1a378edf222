import { Icon, type IconProps } from './Icon.js'

export function MailIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M3.5 7.5A2.5 2.5 0 0 1 6 5h12a2.5 2.5 0 0 1 2.5 2.5v9A2.5 2.5 0 0 1 18 19H6a2.5 2.5 0 0 1-2.5-2.5v-9ZM4 7l8 6 8-6"
    />
  )
}
