import { useState } from 'react'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'

export function KitFields() {
  const [search, setSearch] = useState('Dearborn')
  return (
    <Card title="Fields">
      <div className="grid gap-5">
        <TextField label="E-mail" type="email" hint="Letters go there." placeholder="you@example.org" />
        <TextField label="ZIP code" defaultValue="00000" error="Please use a valid US address" />
        <TextField label="Date" type="date" defaultValue="2026-11-27" />
        <TextField label="Time" type="time" />
        <TextField
          label="A label that is too long to fit on one line next to the word that marks the field as optional"
          optionalText="Optional"
          hint="And a word of help that takes its time too, as some things cannot be said in five words."
          error="The error is shown under the field, even if it takes more than one line to say what to do about it."
          defaultValue="masjid-of-the-two-hundred-lanterns-and-community-center@southeastern-michigan.example"
        />
        <TextField label="City" defaultValue="Dearborn" disabled />
        <TextField label="Website" optionalText="Optional" />
        <PasswordField label="Password" hint="At least 6 characters." defaultValue="a secret" />
        <PasswordField label="Password, with an error" error="Password is required." />
        <TextArea label="Reason" rows={2} error="Please tell the masjid why." />
        <TextArea label="Bio" defaultValue="Teacher and father of three." />
        <Select label="Slot" defaultValue="b">
          <optgroup label="Friday, November 27, 2026">
            <option value="a">1:00 PM</option>
            <option value="b">2:00 PM</option>
          </optgroup>
        </Select>
        <Select label="Slot, disabled" disabled>
          <option>No open slots</option>
        </Select>
        <Select label="Slot, with an error" error="Please select a khutbah slot first.">
          <option>Choose a slot</option>
        </Select>
        <SearchField label="Search, empty" placeholder="Name or city" value="" onChange={setSearch} />
        <SearchField label="Search" placeholder="Name or city" value={search} onChange={setSearch} />
        <Checkbox label="Remember me" defaultChecked />
        <Checkbox label="Another box" hint="With a word of help." />
        <Checkbox label="A box that is disabled" disabled />
      </div>
    </Card>
  )
}
