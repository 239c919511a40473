import { useState } from 'react'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'

export function KitFields() {
  const [sought, setSought] = useState('Dearborn')
  return (
    <Card title="Fields">
      <div className="grid gap-5">
        <TextField label="E-mail" type="email" hint="Letters go there." placeholder="you@example.org" />
        <TextField label="ZIP code" defaultValue="00000" error="Please use a valid US address" />
        <TextField label="City" defaultValue="Dearborn" disabled />
        <TextField label="Website" optionalText="Optional" />
        <PasswordField label="Password" hint="At least 6 characters." defaultValue="a secret" />
        <TextArea label="Bio" defaultValue="Teacher and father of three." />
        <Select label="Slot" defaultValue="b">
          <optgroup label="Friday, November 27, 2026">
            <option value="a">1:00 PM</option>
            <option value="b">2:00 PM</option>
          </optgroup>
        </Select>
        <Select label="Slot, with an error" error="Please select a khutbah slot first.">
          <option>Choose a slot</option>
        </Select>
        <SearchField label="Search" placeholder="Name or city" value={sought} onChange={setSought} />
        <Checkbox label="Remember me" defaultChecked />
        <Checkbox label="Another box" hint="With a word of help." />
        <Checkbox label="A box that is disabled" disabled />
      </div>
    </Card>
  )
}
