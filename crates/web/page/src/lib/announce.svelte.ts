// One live region for the whole page, so that screen readers hear what others see.

class Announcer {
  text = $state('');

  /** Says something; the same words twice are said twice. */
  say(words: string): void {
    this.text = this.text === words ? `${words}\u00a0` : words;
  }
}

export const announcer = new Announcer();
export const say = (words: string): void => announcer.say(words);
