/* Entry point of the program `rigel`. */
#include "cli/command.h"

int main(int argc, char **argv)
{
  return rigel_main(argc, argv);
}
