import { Icon, type IconProps } from './Icon.js'

export function UserIcon(props: IconProps) {
  return (
    <Icon {...props} path="M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6" />
  )
}
