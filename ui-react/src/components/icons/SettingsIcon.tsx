import { Icon, type IconProps } from './Icon.js'

export function SettingsIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M4 7h9M17 7h3M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM4 17h3M11 17h9M9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z"
    />
  )
}
