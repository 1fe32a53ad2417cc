type Exchange = readonly [question: string, answers: readonly [string, ...string[]]];

/** What an intake call goes through, and how people answer. */
export const CALL_EXCHANGES: readonly [Exchange, ...Exchange[]] = [
  [
    "Is everybody safe, and is there anything that cannot wait until tomorrow?",
    [
      "Everybody is fine, thank you. It can wait, as long as somebody tells me what happens next.",
      "We are all right. My daughter was upset, but nobody was hurt.",
      "Yes, we are safe. I would like to know today whether I may start clearing up.",
    ],
  ],
  [
    "Have you told anyone else about it, the police or another insurer?",
    [
      "Only you so far. I did not know whether the police would want to hear about something like this.",
      "I have a reference number from the police, I can read it out to you or send it with the photographs.",
      "The other side has my details and said that they would speak to their insurer.",
    ],
  ],
  [
    "Could you describe in your own words what you noticed first?",
    [
      "The noise, really. Then I saw what had happened and took a moment to believe it.",
      "I noticed that something was wrong before I saw it. When I looked properly it was worse than I had thought.",
      "To be honest it all went quickly. I only remember it clearly from the moment at which it had stopped.",
    ],
  ],
  [
    "Have you had anything repaired, moved or thrown away since?",
    [
      "Nothing at all, I took pictures and left everything as it was.",
      "I had to make it safe, and I have kept the bill and the parts.",
      "A friend helped me to cover it. Nothing has been thrown away.",
    ],
  ],
  [
    "Did you have any trouble of this kind before, here or at an earlier address?",
    [
      "Never. I have been with you for years and I think that this is my first claim.",
      "Something small, years ago, with another company. It was paid without any questions.",
      "Not like this. There was a stone chip once, if that counts.",
    ],
  ],
  [
    "When would it suit you if somebody came to look at it?",
    [
      "Any morning before eleven, or on a Friday.",
      "I work shifts, so I would have to know two days before.",
      "My neighbour has a key and is at home during the day.",
    ],
  ],
  [
    "Is there anybody who saw it and would be willing to say so?",
    [
      "One person left me a number. I have not called it yet.",
      "No, I was alone. There may be a camera across the road.",
      "My partner was with me, but I suppose that this does not count.",
    ],
  ],
  [
    "How would you like us to keep in touch with you?",
    [
      "By email, please, I cannot take calls at work.",
      "Call me, I am not good with forms.",
      "A letter would be best, my post is collected every day.",
    ],
  ],
];
