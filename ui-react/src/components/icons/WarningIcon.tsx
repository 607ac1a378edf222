import { Icon, type IconProps } from './Icon.js'

export function WarningIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M10.5 4.6 3.2 17.3A1.8 1.8 0 0 0 4.7 20h14.6a1.8 1.8 0 0 0 1.5-2.7L13.5 4.6a1.7 1.7 0 0 0-3 0ZM12 9.5v4M12 16.6v.1"
    />
  )
}
